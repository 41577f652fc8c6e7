/** What the parts say in which a person takes a hand: levels of one's own, playing, guessing. */
export const handEn = {
  own: {
    named: (kind: string) => `Own level · ${kind}`,
    title: 'Own level',
    task: 'Task',
    draw: 'Draw a level',
    edit: 'Edit',
    drop: 'Use a seed',
    seedless: 'Stays with the trial, whole; no seed makes it.',
    person: 'You',
    personHelp: 'You play: the policy is whoever sits here.',
  },
};

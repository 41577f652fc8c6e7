/** What the search inside a trial says, in English. */
export const findEn = {
  open: 'Find in this trial',
  placeholder: 'Thought, answer, note, prompt',
  previous: 'Previous hit',
  next: 'Next hit',
  close: 'Leave the search',
  of: (n: number, all: number) => `${n} of ${all}`,
  found: (n: number) => `${n} found`,
  none: 'Not found',
  turn: (episode: number, turn: number) => `Episode ${episode} · turn ${turn}`,
  afterwards: (episode: number) => `After episode ${episode}`,
  kinds: { read: 'read', thought: 'thought', answer: 'answer', note: 'note' },
  read: (block: string) => `read: ${block}`,
};

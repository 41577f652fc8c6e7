/** Every sentence of the page, in English. Other languages have exactly these keys (`Strings`). */
const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const en = {
  language: 'English',
  tagline: 'A small language model explores, fails, writes itself a note, and tries again.',
  skip: 'Skip to the board',

  theme: { label: 'Colours', system: 'System', light: 'Light', dark: 'Dark' },

  setup: {
    title: 'Trial',
    open: 'Change the trial',
    close: 'Close',
    world: 'World',
    worlds: { sokoban: 'Sokoban', minesweeper: 'MineSweeper' },
    setting: 'Setting',
    sokobanSetting: (size: number, boxes: number, turns: number) => `${size}×${size}, ${plural(boxes, 'box', 'boxes')}, ${plural(turns, 'turn', 'turns')}`,
    mineSetting: (size: number, mines: number, turns: number) => `${size}×${size}, ${plural(mines, 'mine', 'mines')}, ${plural(turns, 'turn', 'turns')}`,
    paper: 'the paper’s',
    seed: 'Seed',
    next: 'Next',
    nextHint: 'Next seed',
    memory: 'Memory',
    memories: { none: 'None', reflection: 'Notes', history: 'History', both: 'Notes and history' },
    memoryHelp: {
      none: 'Each episode starts with nothing from the ones before.',
      reflection: 'Later episodes read the notes.',
      history: 'Later episodes read the moves and boards of the earlier ones.',
      both: 'Later episodes read the notes, the moves and the boards.',
    },
    episodes: 'Episodes',
    policy: 'Policy',
    model: 'Model',
    teachers: 'Scripted teachers',
    scout: 'Scout (embedded model)',
    teacher: {
      random: 'Random',
      greedy: 'Greedy',
      cautious: 'Cautious',
      probing: 'Probing',
      perfect: 'Near-perfect',
    },
    scoutHelp: 'Scout is Qwen3’s architecture with our weights: a model small enough to ship with the page. It is not one of Qwen’s releases.',
    teacherHelp: 'A teacher plays by fixed rules and speaks Scout’s format. No model is involved.',
    temperature: 'Temperature',
    temperatureHelp: '0 always takes the likeliest token. Top-p 0.8 and top-k 20 stay as they are.',
    run: 'Run',
    stop: 'Stop',
    busy: 'The trial is running; stop it to change its settings.',
    badSeed: (text: string, max: number) => `Seed is “${text}”; use a whole number from 0 to ${max}.`,
  },

  strip: {
    title: 'Episodes',
    episode: (n: number) => `Episode ${n}`,
    waiting: 'not played yet',
    spared: 'not needed',
    playing: 'playing',
    turns: (n: number) => plural(n, 'turn', 'turns'),
    noteAfter: (n: number) => `Note after episode ${n}`,
    noteWaiting: 'A note goes here if the episode is lost.',
    noteWriting: 'Writing…',
    noteEmpty: 'The note is empty.',
    noteInvalid: 'The reply had no closed note.',
    byPerson: 'edited by hand',
    look: (episode: string, outcome: string) => `${episode}, ${outcome}. Show it on the board.`,
  },

  outcome: {
    won: 'won',
    dead: { sokoban: 'stuck for good', minesweeper: 'hit a mine' },
    turns: 'out of turns',
    open: 'open',
    inTurns: (outcome: string, turns: number) => `${outcome} after ${plural(turns, 'turn', 'turns')}`,
  },

  stage: {
    preview: 'Start of the level',
    where: (episode: number, turn: number, turns: number) => `Episode ${episode} · turn ${turn} of ${turns}`,
    live: 'Live',
    goLive: 'Follow live',
    reads: 'What the policy reads here',
    readsHint: 'The exact text, with the rules, the memory and every earlier turn of the episode.',
    tokens: (n: number) => plural(n, 'token', 'tokens'),
    back: 'Back to the last trial',
    characters: (n: number) => plural(n, 'character', 'characters'),
    roles: { system: 'System', user: 'World', assistant: 'Policy' },
  },

  transport: {
    label: 'Move through the trial',
    first: 'First turn',
    previous: 'Previous turn',
    play: 'Play',
    pause: 'Pause',
    next: 'Next turn',
    last: 'Last turn',
    scrub: 'Turn',
    turn: (turn: number, turns: number) => `turn ${turn} of ${turns}`,
    speed: 'Speed',
    max: 'at once',
  },

  talk: {
    title: 'Thoughts and actions',
    empty: 'Press Run: thoughts, actions and rewards appear here as they are produced.',
    turn: (n: number) => `Turn ${n}`,
    reflection: 'Reflection',
    reward: 'Reward',
    invalid: 'No valid action in this reply; the turn was lost.',
    raw: 'Exact reply',
    thinking: 'Thinking…',
    move: { up: 'up', down: 'down', left: 'left', right: 'right', still: 'stay' },
    cell: (row: string, column: string) => `row ${row}, column ${column}`,
  },

  load: {
    title: 'Loading Scout',
    phases: { download: 'Download the model', read: 'Unpack its weights', compile: 'Start ONNX Runtime', warmup: 'Warm up' },
    of: (done: string, total: string) => `${done} of ${total}`,
    done: 'done',
    waiting: 'waits',
    working: 'working…',
    kept: 'Comes from this site and stays in this tab. Nothing is sent anywhere.',
    missing: 'Scout is not part of this build yet. Choose one of the teachers.',
  },

  backend: {
    title: 'Runs on',
    none: 'Scout loads when you first run it.',
    teacher: 'Rules only; no model runs.',
    speed: (n: string) => `${n} tokens/s`,
  },

  status: {
    running: (episode: number, turn: number) => `Playing episode ${episode}, turn ${turn}.`,
    reflecting: (episode: number) => `Writing the note after episode ${episode}.`,
    won: (episode: number) => `Won in episode ${episode}.`,
    lost: (episodes: number) => (episodes === 1 ? 'Not won.' : `Not won in ${episodes} episodes.`),
    byTeacher: (result: string, teacher: string) => `${result} Played by a scripted teacher (${teacher}).`,
    stopped: 'Stopped.',
    example: 'Example: a scripted teacher plays, no model has loaded.',
  },

  say: {
    start: (world: string, seed: number) => `${world}, seed ${seed}. Trial started.`,
    moved: (turn: number, action: string, reward: string) => `Turn ${turn}: ${action}. Reward ${reward}.`,
    invalid: (turn: number) => `Turn ${turn}: no valid action.`,
    ended: (episode: number, outcome: string) => `Episode ${episode} ${outcome}.`,
    note: (text: string) => `Note: ${text}`,
  },

  cell: {
    at: (row: number, column: number, what: string) => `row ${row}, column ${column}, ${what}`,
    wall: 'wall',
    floor: 'floor',
    target: 'target',
    box: 'box',
    boxOnTarget: 'box on target',
    player: 'player',
    playerOnTarget: 'player on target',
    outside: 'outside',
    hidden: 'hidden',
    blank: 'no mine near',
    near: (n: string) => (n === '1' ? '1 mine near' : `${n} mines near`),
    mine: 'the mine that was hit',
    chosen: 'chosen',
  },

  board: {
    sokoban: (rows: number, columns: number, done: number, boxes: number) =>
      `Sokoban board, ${rows} by ${columns}, ${done} of ${plural(boxes, 'box', 'boxes')} on target. Arrow keys move through the cells.`,
    minesweeper: (rows: number, columns: number, hidden: number) =>
      `MineSweeper board, ${rows} by ${columns}, ${plural(hidden, 'cell', 'cells')} hidden. Arrow keys move through the cells.`,
  },

  problem: {
    title: 'That did not work',
    dismiss: 'Dismiss',
    unknown: 'Something unexpected happened; reload the page and try again.',
    crash: 'The page ran into an error of its own. Reload it; the trial on screen is lost.',
    reload: 'Reload',
  },

  foot: {
    private: 'Everything runs in this tab. No server, no account, nothing leaves the page.',
    keys: 'Keys: ← → turns, Home and End, Space plays, R runs or stops.',
  },
};

export type Strings = typeof en;

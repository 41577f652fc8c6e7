/** What the settings are called and what they do. In English the configuration and the worlds explain themselves; here stands only what is said otherwise. */
import type { SettingHelp, SettingName } from './settings.ts';

export const settingsEn = {
  names: {
    world: 'World',
    'trial.episodes': 'Episodes', 'trial.memory': 'Memory', 'trial.thought': 'Thought',
    'rollout.tasks': 'Tasks an iteration', 'rollout.group': 'Trials a task',
    'credit.horizon': 'Horizon', 'credit.gammaStep': 'γ_step', 'credit.gammaTraj': 'γ_traj', 'credit.returns': 'Returns', 'credit.scores': 'Scores',
    'advantage.estimator': 'Estimator', 'advantage.norm': 'Norm', 'advantage.stepWeight': 'ω', 'advantage.anchorScope': 'Anchor scope', 'advantage.baselineScope': 'Baseline scope', 'advantage.invalidPenalty': 'Invalid penalty', 'advantage.gaeLambda': 'λ (GAE)',
    'objective.clipLow': 'Clip below', 'objective.clipHigh': 'Clip above', 'objective.dualClip': 'Dual clip', 'objective.kl': 'KL weight', 'objective.entropy': 'Entropy bonus', 'objective.average': 'Average', 'objective.epochs': 'Epochs', 'objective.steps': 'Optimizer steps', 'objective.valueWeight': 'Value weight',
    'optimizer.rate': 'Learning rate', 'optimizer.warmup': 'Warm-up steps', 'optimizer.beta1': 'β₁', 'optimizer.beta2': 'β₂', 'optimizer.eps': 'ε', 'optimizer.decay': 'Weight decay', 'optimizer.clipNorm': 'Gradient clip',
    'adapter.rank': 'Rank', 'adapter.alpha': 'α', 'adapter.targets': 'Targets',
    'evaluation.episodes': 'Episodes', 'evaluation.memory': 'Memory', 'evaluation.every': 'Every … iterations', 'evaluation.tasks': 'Tasks', 'evaluation.temperature': 'Temperature', 'evaluation.topP': 'Top-p', 'evaluation.topK': 'Top-k',
    'schedule.iterations': 'Iterations', 'schedule.seed': 'Seed',
    'settings.size': 'Size', 'settings.boxes': 'Boxes', 'settings.mines': 'Mines', 'settings.turns': 'Turns', 'settings.movesPerTurn': 'Moves a turn', 'settings.minSolution': 'Shortest solution, least', 'settings.maxSolution': 'Shortest solution, most', 'settings.firstClick': 'First click', 'settings.reward': 'Reward', 'settings.fidelity': 'Fidelity',
  },
  help: {
    'optimizer.rate': 'How far one optimizer step moves the adapter’s weights.',
    'optimizer.decay': 'Each step takes this share, times the learning rate, off the weights.',
  },
  wrong: {
    whole: (name: string, value: string, min: number, max: number) => `${name} is ${value}; it must be a whole number from ${min} to ${max}.`,
    real: (name: string, value: string, min: number, max: number) => `${name} is ${value}; it must be a number from ${min} to ${max}.`,
    choice: (name: string, value: string, options: string) => `${name} is ${value}; choose one of ${options}.`,
    several: (name: string, options: string) => `${name}: choose one or more of ${options}.`,
    above: (name: string, value: string, other: string, otherValue: string) => `${name} is ${value} and ${other} is ${otherValue}; lower the first or raise the second.`,
    other: 'This can not be set.',
  },
} satisfies { readonly names: Readonly<Record<SettingName, string>>; readonly help: Readonly<Partial<Record<SettingHelp, string>>>; readonly wrong: unknown };

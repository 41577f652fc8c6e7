/** Chat templates come with model files, so they are hostile until shown otherwise: bounded in size, steps and output; no clock. */
import { Environment, Interpreter, parse, tokenize } from '@huggingface/jinja';
import { messageOf } from '../thrown.ts';
import { ModelFileError } from './error.ts';

const limits = { template: 65_536, steps: 50_000, text: 262_144, work: 16_777_216, items: 4096 };

/** @returns a function that renders the template with the given variables. @throws ModelFileError when it does not parse */
export function compileTemplate(source: string): (variables: Readonly<Record<string, unknown>>) => string {
  if (source.length > limits.template) {
    throw new ModelFileError(`The chat template has ${source.length} characters; at most ${limits.template} are accepted.`);
  }
  const program = attempt('does not parse', () => parse(tokenize(source, { lstrip_blocks: true, trim_blocks: true })));
  return (variables) =>
    attempt('failed', () => {
      const environment = new Environment();
      for (const [name, value] of Object.entries({ ...globals, ...variables })) environment.set(name, value);
      const { value } = new BoundedInterpreter(environment).run(program);
      if (typeof value !== 'string') throw new Error('it does not make a text');
      return value;
    });
}

const globals = {
  true: true,
  false: false,
  none: null,
  True: true,
  False: false,
  None: null,
  raise_exception(message: unknown) {
    throw new Error(String(message));
  },
  range(start: number, stop?: number, step = 1) {
    const [from, to] = stop === undefined ? [0, start] : [start, stop];
    const count = Math.max(0, Math.ceil((to - from) / step));
    if (!(count <= limits.items)) throw new Error(`range() of ${count} numbers`);
    return Array.from({ length: count }, (_, i) => from + i * step);
  },
};

/** Counts what is evaluated and how much comes out; an item to loop over counts as much as a step, because it costs as much. */
class BoundedInterpreter extends Interpreter {
  private steps = 0;
  private work = 0;
  private readonly loopedOver = new Set<unknown>();

  override evaluate(...args: Parameters<Interpreter['evaluate']>): ReturnType<Interpreter['evaluate']> {
    const [node] = args;
    if (node !== undefined && 'iterable' in node) this.loopedOver.add(node.iterable);
    const result = super.evaluate(...args);
    const { value } = result;
    const items = Array.isArray(value) ? value.length : 0;
    this.steps += 1 + (this.loopedOver.has(node) ? items : items / 16);
    if (this.steps > limits.steps) throw new Error(`more than ${limits.steps} steps`);
    const size = typeof value === 'string' ? value.length : 0;
    this.work += size;
    if (size > limits.text || this.work > limits.work) throw new Error('it makes too much text');
    return result;
  }
}

function attempt<T>(what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new ModelFileError(`The chat template ${what}: ${messageOf(error)}.`);
  }
}

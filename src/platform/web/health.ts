/** Keeps calls of ONNX Runtime apart, and remembers when a backend is beyond use. */
import { messageOf } from '../../policy/thrown.ts';
import { Mutex } from './mutex.ts';

/** One ONNX Runtime lives in a thread, and two overlapping calls can kill it for good: all calls go one by one. */
export const turn = new Mutex();

/** The GPU is gone (driver reset, sleep, another tab): everything on it is lost; a new runtime may be opened. */
export class GpuLostError extends Error {
  override readonly name = 'GpuLostError';
}

/** WebAssembly trapped: its instance is broken for good; a new runtime may be opened. */
export class BrokenRuntimeError extends Error {
  override readonly name = 'BrokenRuntimeError';
}

/** What must be asked before and after each call: with a lost device, runs resolve as if nothing had happened. */
export class Health {
  private failure: Error | undefined;

  /** The first failure counts; from then on every call throws it. */
  fail(error: Error): void {
    this.failure ??= error;
  }

  check(): void {
    if (this.failure !== undefined) throw this.failure;
  }

  /** Run one call of ONNX Runtime, alone. A trap leaves the WebAssembly instance broken for good, and so it is treated. */
  guard<T>(what: string, work: () => Promise<T>): Promise<T> {
    return turn.run(async () => {
      this.check();
      try {
        const result = await work();
        this.check();
        return result;
      } catch (error) {
        this.check();
        if (error instanceof WebAssembly.RuntimeError) {
          this.fail(new BrokenRuntimeError(`ONNX Runtime broke down while ${what} (${error.message}). Start the model again to go on.`));
          this.check();
        }
        throw new Error(`ONNX Runtime failed while ${what}: ${messageOf(error)}`, { cause: error });
      }
    });
  }
}

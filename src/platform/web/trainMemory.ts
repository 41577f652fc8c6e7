/** How much memory WebAssembly has taken in this thread: no interface tells, so those who make a memory are watched. Import this before ONNX Runtime. */
const memories: WeakRef<WebAssembly.Memory>[] = [];

class Watched extends WebAssembly.Memory {
  constructor(descriptor: WebAssembly.MemoryDescriptor) {
    super(descriptor);
    memories.push(new WeakRef(this));
  }
}

Object.defineProperty(WebAssembly, 'Memory', { value: Watched, configurable: true, writable: true });

/** Bytes; null: none was made here, as where the module brings its own. */
export function wasmBytes(): number | null {
  const alive = memories.flatMap((memory) => memory.deref() ?? []);
  return alive.length === 0 ? null : alive.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

/** What a function makes of an object that never changes is made once and kept as long as the object lives. */
export function once<K extends object, V extends object>(make: (from: K) => V): (from: K) => V {
  const made = new WeakMap<K, V>();
  return (from) => {
    const before = made.get(from);
    if (before !== undefined) return before;
    const value = make(from);
    made.set(from, value);
    return value;
  };
}

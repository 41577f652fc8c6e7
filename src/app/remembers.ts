/** Small things that are remembered between visits. */

/** Can anything be remembered here? */
export function remembering(): boolean {
  return quietly(() => localStorage.length) !== undefined;
}

/** Storage that may be blocked (a sandboxed frame, a private window): what is remembered then lasts as long as the page. */
function blockable(storage: () => Storage): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  return {
    getItem: (name) => quietly(() => storage().getItem(name)) ?? null,
    setItem: (name, value) => void quietly(() => storage().setItem(name, value)),
    removeItem: (name) => void quietly(() => storage().removeItem(name)),
  };
}

/** Between visits. */
export const remembers = blockable(() => localStorage);

/** As long as the tab, also when it is loaded again. */
export const forTab = blockable(() => sessionStorage);

/** What was kept may come from another version or another hand: to be parsed. null: it is no JSON, or there is none */
export function parsed(text: string | null): unknown {
  return quietly((): unknown => JSON.parse(text ?? '')) ?? null;
}

function quietly<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

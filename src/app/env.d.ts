/** Size of models/scout/scout.gguf in bytes when the page was built; 0: there was none. */
declare const __SCOUT_BYTES__: number;

/** A stylesheet as text, for pictures that carry their own. */
declare module '*.css?inline' {
  const text: string;
  export default text;
}

/** Files out of the page. */

export function saveFile(name: string, content: Uint8Array | string, type = 'application/octet-stream'): void {
  const blob = new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** "LaMer 3" → "lamer-3" */
export function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'run';
}

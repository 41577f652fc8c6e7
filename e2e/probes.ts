/** What a page must not be able to do, tried in it; and a place elsewhere that counts what comes. */
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';

interface Elsewhere {
  readonly origin: string;
  /** what was asked for, by its path, since last time */
  taken(): string[];
  close(): void;
}

/** A host of another origin that gives whatever is asked for, to anybody. `/` is a page without any policy. */
export async function elsewhere(): Promise<Elsewhere> {
  const asked: string[] = [];
  const kinds: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/': ['text/html', '<!doctype html><title>Elsewhere</title>'],
    '/image': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
    '/script': ['text/javascript', 'globalThis.ran = [...(globalThis.ran ?? []), "script"]'],
    '/style': ['text/css', 'body { color: red }'],
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path !== '/' && path !== '/favicon.ico') asked.push(path);
    const [type, body] = kinds[path] ?? ['text/plain', 'here'];
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The host elsewhere has no port.');
  return { origin: `http://127.0.0.1:${address.port}`, taken: () => asked.splice(0).sort(), close: () => void server.close() };
}

/** Everything that was tried, and how it shows at the host when it came through. */
export const requests = ['/beacon', '/fetch', '/form', '/frame', '/image', '/script', '/style', '/xhr'] as const;
/** Ways to run text as code. */
export const code = ['Function', 'eval', 'handler', 'inline', 'module', 'timeout', 'url'] as const;

declare global {
  var ran: string[] | undefined;
}

/** @returns which of `code` ran, and which directives the browser says were offended */
export function probe(page: Page, origin: string): Promise<{ readonly ran: string[]; readonly refused: string[] }> {
  return page.evaluate(async (host) => {
    const refused = new Set<string>();
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.add(effectiveDirective));
    globalThis.ran = [];
    const put = <Name extends keyof HTMLElementTagNameMap>(name: Name, attributes: Readonly<Record<string, string>>, text = ''): HTMLElementTagNameMap[Name] => {
      const made = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      made.textContent = text;
      document.body.append(made);
      return made;
    };
    const says = (name: string): string => `globalThis.ran?.push('${name}')`;

    put('script', {}, says('inline'));
    put('script', { type: 'module' }, says('module'));
    put('button', { onclick: says('handler') }).click();
    put('a', { href: `javascript:void ${says('url')}` }).click();
    // Not in this call: what a debugger evaluates may be let off.
    setTimeout(() => {
      // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- that is what is tried
      for (const run of [(): unknown => globalThis.eval(says('eval')), (): unknown => new Function(says('Function'))(), () => setTimeout(says('timeout'))]) {
        try {
          run();
        } catch {
          // refused
        }
      }
    });

    put('img', { src: `${host}/image` });
    put('script', { src: `${host}/script` });
    put('link', { rel: 'stylesheet', href: `${host}/style` });
    put('iframe', { src: `${host}/frame` });
    put('iframe', { name: 'aside' });
    put('form', { action: `${host}/form`, target: 'aside', method: 'post' }).submit();
    navigator.sendBeacon(`${host}/beacon`, 'x');
    const request = new XMLHttpRequest();
    request.open('GET', `${host}/xhr`);
    request.send();
    await fetch(`${host}/fetch`).catch(() => undefined);
    // The last of them to be told has its time.
    await new Promise((done) => setTimeout(done, 1500));
    return { ran: [...new Set(globalThis.ran)].sort(), refused: [...refused].sort() };
  }, origin);
}

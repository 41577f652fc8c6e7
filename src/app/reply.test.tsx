import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });

const { Cut } = await import('./reply.tsx');

it('Only a reply that ran into its limit is said to be cut off', () => {
  expect(renderToStaticMarkup(<Cut response={{ finish: 'length' }} />)).toContain('reached its limit of tokens');
  for (const finish of ['stop', 'cancelled'] as const) expect(renderToStaticMarkup(<Cut response={{ finish }} />)).toBe('');
});

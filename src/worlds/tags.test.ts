import { expect, test } from 'vitest';
import { lastTagged } from './tags.ts';

test.each([
  ['<a>one</a>', 'one'],
  ['<a>one</a> <a>two</a>', 'two'],
  ['<a>one</a> two</a>', 'one'],
  ['<a>one</a></a>', 'one'],
  ['<a>one<a>two</a></a>', 'two'],
  ['</a><a>one</a>', 'one'],
  ['I use <a> tags. <a>one</a>', 'one'],
  ['<a>one</a> <a>cut off', 'one'],
  ['<a></a>', ''],
  ['<a>one', null],
  ['one</a>', null],
  ['</a>one<a>', null],
  ['</a>', null],
  ['<a>', null],
  ['<A>one</A>', null],
  ['', null],
])('%j holds %j', (text, content) => {
  expect(lastTagged(text, 'a')).toBe(content);
});

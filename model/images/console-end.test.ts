import { expect, test } from 'vitest';
import { consoleEnd } from './console-end.ts';

test('sequences of a terminal and invisible characters are removed', () => {
  const text = '\x1b[2J\x1b[1;31mPanic\x1b[0m\r\n\x1b]0;title\x07\x1bcHalted\x9b31m\u202e\x00\n\n  indented  \n';
  expect(consoleEnd(text)).toEqual(['Panic', 'Halted31m', '  indented']);
});

test('only the end is returned', () => {
  const lines = Array.from({ length: 100 }, (_, i) => `${i} ${'x'.repeat(500)}`);
  const end = consoleEnd(lines.join('\n'));
  expect(end).toHaveLength(30);
  expect(end.at(-1)).toHaveLength(160);
  expect(end.at(-1)).toMatch(/^99 x/);
});

test('an empty console has no lines', () => expect(consoleEnd('\x1b[2J\r\n')).toEqual([]));

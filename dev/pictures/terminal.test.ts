import { expect, test } from 'vitest';
import { renderTerminal } from './terminal.ts';

const texts = (output: string) => renderTerminal(output).map((spans) => spans.map(({ text }) => text).join(''));

test('shows the final line of a spinner', () => {
  const frames = '\u001b[?25l\u001b[1G⠋ Database\u001b[2K\u001b[1G⠙ Database\u001b[2K\u001b[1G';
  expect(texts(`${frames}✔ Database  0.3 s\n\u001b[?25hup\n\n`)).toEqual(['✔ Database  0.3 s', 'up']);
});

test('overwrites text after a carriage return and after moving the cursor up', () => {
  expect(texts('long word\rbig\n')).toEqual(['bigg word']);
  expect(texts('one\r\ntwo\r\n\u001b[2A\u001b[Kuno')).toEqual(['uno', 'two']);
});

test('preserves colours, and drops trailing spaces', () => {
  expect(renderTerminal('\u001b[32m✔\u001b[39m done \u001b[1;31mno\u001b[0m  ')).toEqual([
    [
      { text: '✔', colour: 'green' },
      { text: ' done ', colour: null },
      { text: 'no', colour: 'red' },
    ],
  ]);
});

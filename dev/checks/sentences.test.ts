import { expect, it } from 'vitest';
import { judgeSentences, type Place } from './sentences.ts';

const PLACES: Place[] = [
  { name: 'help', files: /^cli\// },
  { name: 'alerts', files: /^jobs\//, before: /\bmessage = $/ },
];
const judge = (path: string, text: string) => judgeSentences([{ path, text }], PLACES).problems;

it.each([
  ['a text', `const summary = 'what waits for a person';`],
  ['a second sentence', `print("It is done. Who asked is told.");`],
  ['the part after a semicolon', `const summary = 'remove a pool; who had it stays known';`],
  ['a template on a later line', `const a = 1;\nconst b = \`\${a} pools. Whether they are used is unknown.\`;`],
])('refuses a wrong start of %s', (_what, code) => {
  expect(judge('cli/a.ts', code)).toHaveLength(1);
});

it('names file, line, words and place', () => {
  expect(judge('cli/a.ts', `\nconst text = 'Of a mail to support.';`)).toEqual([
    'cli/a.ts:2 "Of a mail to support": begin the sentence with a noun or a verb (docs/writing.md; help).',
  ]);
});

it.each([
  ['a noun', `const summary = 'list what a catalogue file would change';`],
  ['a comment', `// What is not sold.\n/** Whose it is. */\nconst url = 'https://a b';`],
  ['one word', `const key = 'by'; const other = 'As';`],
  ['a word that only begins so', `const text = 'Whoa, asynchronous offers howl';`],
  ['parts of a sentence', `const text = \` of \${name}\`; const end = \`until \${time}\`;`],
])('accepts %s', (_what, code) => {
  expect(judge('cli/a.ts', code)).toEqual([]);
});

it('checks only what a place names', () => {
  expect(judge('jobs/a.ts', `const message = 'Who is gone.';`)).toHaveLength(1);
  expect(judge('jobs/a.ts', `const other = 'Who is gone.';`)).toEqual([]);
  expect(judge('http/a.ts', `const message = 'Who is gone.';`)).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { judgeLanguage, retiredWords } from './language.ts';

const GLOSSARY = `# Glossary

## Terms

| term | meaning |
|---|---|
| host | a computer |

## Retired words

| retired | say | pattern |
|---|---|---|
| stray | orphaned file | \`\\b[sS]trays?\\b\` |
| go back | roll back | \`\\bgo-back\\b\\|\\bgoBack\` |
`;
const words = retiredWords(GLOSSARY);
const judge = (path: string, text: string, exceptions: string[] = []) =>
  judgeLanguage([{ path, text }], words, exceptions).problems;

describe('retired words', () => {
  it('are the rows of the glossary', () => {
    expect(words.map(({ word, say }) => [word, say])).toEqual([
      ['stray', 'orphaned file'],
      ['go back', 'roll back'],
    ]);
    expect(() => retiredWords('# Glossary\n')).toThrow('no table');
    expect(() => retiredWords(GLOSSARY.replace('`\\b[sS]trays?\\b`', 'stray'))).toThrow('"stray" has no pattern');
  });

  it.each([
    ['a comment', 'engine/a.ts', 'one\n// a stray file\n', 'engine/a.ts:2 "stray"'],
    ['an identifier', 'engine/a.ts', 'const goBackNow = 1;', 'engine/a.ts:1 "goBack"'],
    ['a string', 'engine/a.ts', "throw new Error('strays');", 'engine/a.ts:1 "strays"'],
    ['a file name', 'workflows/go-back.ts', '', 'workflows/go-back.ts: "go-back" in the name'],
  ])('are found in %s', (_where, path, text, finding) => {
    expect(judge(path, text)).toEqual([expect.stringContaining(finding)]);
  });

  it('are not found inside other words', () => {
    expect(judge('engine/a.ts', 'astray, they go back and forth')).toEqual([]);
  });

  it('are tolerated only in rooms on the list of exceptions', () => {
    const files = [
      { path: 'http/a.ts', text: 'stray' },
      { path: 'engine/a.ts', text: 'stray' },
    ];
    const { problems, note } = judgeLanguage(files, words, ['http/']);
    expect(problems).toEqual([expect.stringContaining('engine/a.ts:1')]);
    expect(note).toContain('http/ 1');
  });

  it('are required in each room on the list of exceptions', () => {
    expect(judge('http/a.ts', 'orphaned file', ['http/'])).toEqual([
      expect.stringContaining('http/ has no retired word any more'),
    ]);
  });
});

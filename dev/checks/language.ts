/**
 * Refuses retired words in file names, identifiers, comments and strings, and forbidden sentences in shown texts.
 *
 * The words, their replacements and their patterns are the table "Retired words" of docs/glossary.md. The texts are listed in
 * language-places.ts.
 */
import { type Check, type Finding, type RepositoryFile, repositoryFiles } from './check.ts';
import { PLACES } from './language-places.ts';
import { isChecked, judgeSentences } from './language-sentences.ts';

const GLOSSARY = 'docs/glossary.md';

/** Path prefixes that still contain retired words. The list may only shrink: a clean prefix must leave it. */
const NOT_YET_CLEAN: readonly string[] = [];

const READ = /\.(ts|tsx|js|mjs|cjs|sh|sql|md|json|html|css)$/;
const NOT_READ = /\.gen\.|^docs\/glossary\.md$|^dev\/checks\/language|package-lock\.json$/;

export interface RetiredWord {
  word: string;
  say: string;
  pattern: RegExp;
}

export const language: Check = {
  name: 'language',
  run: async () => {
    const files = await repositoryFiles((path) => path === GLOSSARY || (READ.test(path) && !NOT_READ.test(path)));
    const glossary = files.find(({ path }) => path === GLOSSARY);
    if (!glossary) return { problems: [`${GLOSSARY} is missing.`] };
    const words = judgeLanguage(
      files.filter((file) => file !== glossary),
      retiredWords(glossary.text),
      NOT_YET_CLEAN,
    );
    const shown = files.filter(({ path }) => isChecked(path, PLACES));
    const note = `${words.note}, texts of ${shown.length} files`;
    return { problems: [...words.problems, ...judgeSentences(shown, PLACES)], note };
  },
};

/** Returns the rows of the table below "Retired words". Throws if there is no table, or a row has no pattern. */
export function retiredWords(glossary: string): RetiredWord[] {
  const section = glossary.split(/^## /m).find((text) => text.startsWith('Retired words')) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  const words = rows.slice(1).map((row) => {
    const [word = '', say = '', code = ''] = row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const pattern = /^`(.+)`$/.exec(code)?.[1];
    if (pattern === undefined) throw new Error(`${GLOSSARY}: the row "${word}" has no pattern in backticks.`);
    return { word, say, pattern: new RegExp(pattern.replaceAll('\\|', '|'), 'g') };
  });
  if (words.length === 0) throw new Error(`${GLOSSARY} has no table of retired words.`);
  return words;
}

/**
 * Returns a problem for each retired word in the files. `exceptions`: path prefixes whose retired words are only counted. An exception
 * without retired words is a problem, too.
 */
export function judgeLanguage(
  files: readonly RepositoryFile[],
  words: readonly RetiredWord[],
  exceptions: readonly string[],
): Finding {
  const counts = new Map(exceptions.map((prefix) => [prefix, { files: 0, words: 0 }]));
  const problems: string[] = [];
  for (const file of files) {
    const found = findRetired(file, words);
    const prefix = exceptions.find((one) => file.path.startsWith(one));
    const count = prefix === undefined ? undefined : counts.get(prefix);
    if (count === undefined) problems.push(...found);
    else {
      count.files += 1;
      count.words += found.length;
    }
  }
  for (const [prefix, count] of counts) {
    if (count.words > 0 || count.files === 0) continue;
    problems.push(`${prefix} has no retired word any more: take it off the list NOT_YET_CLEAN in dev/checks/language.ts.`);
  }
  const left = [...counts].map(([prefix, count]) => `${prefix} ${count.words}`);
  return { problems, note: left.length === 0 ? `${words.length} retired words` : `lines not yet clean: ${left.join(', ')}` };
}

/** Returns a problem for each line with a retired word, and for each retired word in the path. */
function findRetired({ path, text }: RepositoryFile, words: readonly RetiredWord[]): string[] {
  const problems: string[] = [];
  for (const { word, say, pattern } of words) {
    const advice = `is retired (${word}); say: ${say}`;
    const inPath = path.match(pattern)?.[0];
    if (inPath !== undefined) problems.push(`${path}: "${inPath}" in the name ${advice}.`);
    const lines = new Map<number, string>();
    for (const match of text.matchAll(pattern)) lines.set(text.slice(0, match.index).split('\n').length, match[0]);
    for (const [line, found] of lines) problems.push(`${path}:${line} "${found}" ${advice}.`);
  }
  return problems;
}

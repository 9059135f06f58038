/**
 * Sentences for operators, staff and readers of mails begin with a noun or a verb (docs/writing.md). A sentence that begins with
 * What, Who or Of must be read twice.
 */
import { type Check, type Finding, type RepositoryFile, repositoryFiles } from './check.ts';

/** A group of files whose texts are checked. */
export interface Place {
  name: string;
  files: RegExp;
  /** Code that a file of this place contains. Default: any. */
  containing?: RegExp;
  /** Code directly before a checked text. Default: every text is checked. */
  before?: RegExp;
}

const CODE = String.raw`(?!.*\.(?:test|gen)\.ts$).*\.ts$`;

const PLACES: readonly Place[] = [
  { name: 'contract of the operator', files: new RegExp(`^contract/operator/${CODE}|^contract/openapi/operator\\.ts$`) },
  { name: 'command line', files: new RegExp(`^cli/(?!golden)${CODE}`) },
  { name: 'processes', files: new RegExp(`^apps/(?!testing/)${CODE}`) },
  {
    name: 'doctor',
    files: new RegExp(`^doctor/${CODE}|^engine/(?:host/doctor|network/uplink/check|dns/check|scanner/check)\\.ts$`),
  },
  { name: 'configuration', files: new RegExp(`^model/configuration/${CODE}`) },
  { name: 'mails', files: /^model\/mail\/texts\.ts$/ },
  {
    name: 'alerts',
    files: new RegExp(`^(?:db/tables|domain|jobs|workflows)/${CODE}`),
    containing: /\balertOnce\(/,
    before: /\b(?:message|MESSAGE) ?[:=]\s*$/,
  },
];

const STARTS = 'what|whatever|who|whose|whom|whoever|that|of|by|as|until|how|why|where|whether';
/** A text that begins with such a word and a value, such as `until ${end}`, is a part of a sentence. */
const WRONG_START = new RegExp(`(?:^(?!\\w+ \\$\\{)|[.!?;] |\\\\n)(?:${STARTS})(?= )[^.!?;]{0,30}`, 'i');

/** A comment, or a text as the code writes it. */
const TOKENS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

export const sentences: Check = {
  name: 'sentences',
  run: async () => {
    const files = await repositoryFiles((path) => PLACES.some((place) => place.files.test(path)));
    return judgeSentences(files, PLACES);
  },
};

/** Returns a problem for each text that has a sentence with a wrong start. Texts of one word are skipped: they are no sentences. */
export function judgeSentences(files: readonly RepositoryFile[], places: readonly Place[]): Finding {
  const problems: string[] = [];
  let read = 0;
  for (const { path, text } of files) {
    for (const place of places.filter((one) => one.files.test(path) && (one.containing?.test(text) ?? true))) {
      for (const { line, content } of textsOf(text, place)) {
        read += 1;
        const found = WRONG_START.exec(content)?.[0];
        if (found !== undefined)
          problems.push(
            `${path}:${line} "${found.trim()}": begin the sentence with a noun or a verb (docs/writing.md; ${place.name}).`,
          );
      }
    }
  }
  return { problems, note: `${read} texts` };
}

function textsOf(code: string, { before }: Place): { line: number; content: string }[] {
  return [...code.matchAll(TOKENS)].flatMap(({ 0: token, index }) => {
    const content = token.slice(1, -1);
    if (token.startsWith('/') || !content.includes(' ')) return [];
    if (before && !before.test(code.slice(Math.max(0, index - 60), index))) return [];
    return [{ line: code.slice(0, index).split('\n').length, content }];
  });
}

/** Reads existing files and adds text to them. */

/** Thrown for a request that is not possible. The message is for its author. */
export class InvalidRequest extends Error {}

export type ReadFile = (file: string) => string | undefined;

/** Returns the text of a file. Throws `InvalidRequest` if it does not exist, with the advice. */
export function readRequired(read: ReadFile, file: string, advice: string): string {
  const text = read(file);
  if (text === undefined) throw new InvalidRequest(`${file} is not there. ${advice}`);
  return text;
}

/** Returns the text with `added` before its last line that matches `line`. Throws `InvalidRequest` without such a line. */
export function insertBeforeLast(text: string, line: RegExp, added: string, file: string): string {
  const at = [...text.matchAll(new RegExp(line, `${line.flags}g`))].at(-1)?.index;
  if (at === undefined) throw new InvalidRequest(`${file} does not look as expected: no line like ${line.source}.`);
  return text.slice(0, at) + added + text.slice(at);
}

/** Returns the text with `added` before the line that ends the block after `start`. Throws `InvalidRequest` without such a block. */
export function insertAtEnd(text: string, { start, end }: { start: RegExp; end: RegExp }, added: string, file: string): string {
  const from = start.exec(text)?.index;
  if (from === undefined) throw new InvalidRequest(`${file} does not look as expected: nothing like ${start.source}.`);
  const length = end.exec(text.slice(from))?.index;
  if (length === undefined) throw new InvalidRequest(`${file} does not look as expected: no line like ${end.source}.`);
  return text.slice(0, from + length) + added + text.slice(from + length);
}

/** Adds imports after the existing ones. The formatter sorts and merges them. */
export function withImports(text: string, imports: readonly string[]): string {
  const missing = imports.filter((line) => !text.includes(line) && !namesAlready(text, line)).map((line) => `${line}\n`);
  const last = [...text.matchAll(/^(?:import .*|\} )from '.*';\n/gm)].at(-1);
  const end = last ? last.index + last[0].length : 0;
  return text.slice(0, end) + missing.join('') + text.slice(end);
}

/** Returns whether a text already has the import: `import { Id, IdParam } from 'x'` includes `import { IdParam } from 'x'`. */
function namesAlready(text: string, line: string): boolean {
  const [, name, from] = /^import (?:type )?\{ (\w+) \} from '(.+)';$/.exec(line) ?? [];
  return [...text.matchAll(/^import (?:type )?\{([^}]+)\} from '(.+)';$/gm)].some(
    ([, names, module]) => module === from && names?.split(',').some((one) => one.trim().replace('type ', '') === name),
  );
}

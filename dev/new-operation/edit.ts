/** Reads existing files and adds text to them. */

/** Thrown for a request that is not possible. The message is for its author. */
export class InvalidRequest extends Error {}

export type ReadFile = (file: string) => string | undefined;

/** Returns the text with `added` before its last line that matches `line`. Throws `Refused` without such a line. */
export function insertBeforeLast(text: string, line: RegExp, added: string, file: string): string {
  const at = [...text.matchAll(new RegExp(line, `${line.flags}g`))].at(-1)?.index;
  if (at === undefined) throw new InvalidRequest(`${file} does not look as expected: no line like ${line.source}.`);
  return text.slice(0, at) + added + text.slice(at);
}

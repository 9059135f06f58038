/** Reads existing files and adds text to them. */

/** A request that can't be carried out; the message is for whoever made it. */
export class Refused extends Error {}

export type Read = (file: string) => string | undefined;

/** The text with `added` before its last line like `line`. */
export function beforeLast(text: string, line: RegExp, added: string, file: string): string {
  const at = [...text.matchAll(new RegExp(line, `${line.flags}g`))].at(-1)?.index;
  if (at === undefined) throw new Refused(`${file} does not look as expected: no line like ${line.source}.`);
  return text.slice(0, at) + added + text.slice(at);
}

/** Changes one line of the configuration file: a line that sets the key, or a comment with its default. */

/**
 * Returns the text with that line replaced, or `undefined` if the section has no line for the key. `path` is the full key, such as
 * `money.order_due`.
 */
export function replaceLineOf(text: string, path: string, line: string): string | undefined {
  const section = path.slice(0, path.lastIndexOf('.'));
  const name = path.slice(path.lastIndexOf('.') + 1);
  const lines = text.split('\n');
  const start = lines.findIndex((each) => each.trim() === `[${section}]`);
  if (start === -1) return undefined;
  const next = lines.findIndex((each, at) => at > start && each.trimStart().startsWith('['));
  const end = next === -1 ? lines.length : next;
  const isAbout = (each: string): boolean =>
    each
      .replace(/^\s*#?\s*/, '')
      .split('=', 1)[0]
      ?.trim() === name && each.includes('=');
  const inSection = lines.slice(start, end);
  const value = inSection.findIndex((each) => isAbout(each) && !each.trimStart().startsWith('#'));
  const found = value === -1 ? inSection.findIndex(isAbout) : value;
  return found === -1 ? undefined : lines.with(start + found, line).join('\n');
}

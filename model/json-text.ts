/**
 * A value as JSON that a database takes: half of a pair of surrogates, which JSON may escape and UTF-8 can't hold, is replaced by U+FFFD,
 * as it is in columns of text.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  // What is not half of a pair is never escaped. An even number of backslashes before one is text.
  return text.includes('\\ud') ? text.replaceAll(/(?<=(?<!\\)(?:\\\\)*)\\ud[89a-f][\da-f]{2}/g, '\\ufffd') : text;
}

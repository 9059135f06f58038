/**
 * Returns a value as JSON that PostgreSQL accepts.
 *
 * JSON can escape an unpaired surrogate, but UTF-8 cannot represent it. Such a surrogate is replaced by U+FFFD, as in text columns.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  // JSON.stringify escapes only unpaired surrogates. An escape follows an even number of backslashes. After an odd number, `\ud` is text.
  return text.includes('\\ud') ? text.replaceAll(/(?<=(?<!\\)(?:\\\\)*)\\ud[89a-f][\da-f]{2}/g, '\\ufffd') : text;
}

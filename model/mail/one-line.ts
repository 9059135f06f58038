/** Returns text as one line. Names that customers choose must neither end a line nor begin a header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
}

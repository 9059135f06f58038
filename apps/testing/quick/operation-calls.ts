/** Finds the tests that call an operation of the contract. */

/**
 * Returns whether a test calls the operation, or runs under a title that names it. A name in a comment, a list or a skipped test does
 * not count.
 */
export function callsOperation(text: string, name: string): boolean {
  const code = text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
  if (new RegExp(`\\bcall\\(\\s*'${name}'`).test(code)) return true;
  return new RegExp(`^\\s*(test|it|describe)(\\.each\\([^]*?\\))?\\(\\s*['"\`][^'"\`\\n]*\\b${name}\\b`, 'm').test(code);
}

/** Returns the folder and file name of a group in every room: `Server Images` is server-images. */
export function groupPath(group: string): string {
  return group.toLowerCase().replaceAll(' ', '-');
}

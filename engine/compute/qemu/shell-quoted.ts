/** Quotes any value as one word of a POSIX shell. */
export function shellQuoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}

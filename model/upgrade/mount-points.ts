/** Returns the mount points in the text of `/proc/self/mountinfo`. The kernel writes blanks and backslashes in paths as octal escapes. */
export function parseMountPoints(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => line.split(' ')[4] ?? [])
    .map((point) => point.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))));
}

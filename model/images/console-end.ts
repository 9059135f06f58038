/** Returns the end of a guest's console for a terminal. The guest is untrusted, so nothing can control the terminal. Pure. */

const MAX_LINES = 30;
const MAX_COLUMNS = 160;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])/g;

/** Returns the last lines with visible characters only, at most 30 of 160 characters. */
export function consoleEnd(text: string): string[] {
  const lines = text
    .replaceAll(SEQUENCES, '')
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/[^\x20-\x7e]/g, '').trimEnd());
  return lines
    .filter((line) => line !== '')
    .slice(-MAX_LINES)
    .map((line) => line.slice(0, MAX_COLUMNS));
}

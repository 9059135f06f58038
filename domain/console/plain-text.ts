/** Text from inside a guest, made safe to print on a terminal. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*(?:[@-~]|$)|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|[ -/]*[0-~])/g;

/** Control characters but line feed and tab; marks that turn the direction of text, behind which other text can hide. */
const CONTROLS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069](?<![\n\t])/gu;

/** Escape sequences go as a whole, other control characters alone; what is no UTF-8 shows as U+FFFD. */
export function plainText(bytes: Uint8Array): string {
  return new TextDecoder()
    .decode(bytes)
    .replaceAll(/\r\n?/g, (end) => (end === '\r\n' ? '\n' : ''))
    .replaceAll(ESCAPES, '')
    .replaceAll(CONTROLS, '');
}

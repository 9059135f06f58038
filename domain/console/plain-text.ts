/** Makes text from inside a guest safe to print on a terminal. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose.
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*(?:[@-~]|$)|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|[ -/]*[0-~])/g;

/** Control characters other than line feed and tab, plus direction marks. Direction marks reorder text and can hide parts of it. */
const CONTROLS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069](?<![\n\t])/gu;

/** Decodes UTF-8 and removes escape sequences, other control characters and lone carriage returns. Invalid UTF-8 becomes U+FFFD. */
export function plainText(bytes: Uint8Array): string {
  return new TextDecoder()
    .decode(bytes)
    .replaceAll(/\r\n?/g, (end) => (end === '\r\n' ? '\n' : ''))
    .replaceAll(ESCAPES, '')
    .replaceAll(CONTROLS, '');
}

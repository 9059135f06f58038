/** Rules for passwords of users. They require length instead of character classes, and no regular change. */
import { isCommonPassword } from './common-passwords.ts';

/** Minimum and maximum length in characters. */
export const PASSWORD_CHARACTERS = { min: 10, max: 128 };

/** Minimum number of distinct characters. Fewer form a pattern. */
const FEWEST_DIFFERENT = 5;
/** Maximum length of a repeated piece. A password that only repeats such a piece is as easy to guess as the piece. */
const REPEATED_CHARACTERS = 5;

/**
 * Returns a sentence that explains why a password is refused, or `undefined` if it is accepted.
 *
 * `names` are obvious guesses, such as the user's address and the name of the host. Digits and signs before or after a word do not make it
 * a different word. Nor do characters that look like its letters.
 */
export function passwordRefusal(password: string, names: readonly string[]): string | undefined {
  const normal = password.normalize('NFKC');
  const { length } = [...normal];
  if (length < PASSWORD_CHARACTERS.min) return `Must have at least ${PASSWORD_CHARACTERS.min} characters.`;
  if (length > PASSWORD_CHARACTERS.max) return `Must have at most ${PASSWORD_CHARACTERS.max} characters.`;
  const text = normal.toLowerCase();
  const piece = /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
  if (piece.length <= REPEATED_CHARACTERS || new Set(text).size < FEWEST_DIFFERENT || isSequence(text))
    return 'Must be harder to guess: this password repeats or counts characters.';
  const words = new Set([...wordsOf(text), ...wordsOf(piece)]);
  if (names.some((name) => wordsOf(name.normalize('NFKC').toLowerCase()).some((word) => words.has(word))))
    return 'Must be harder to guess: this password is your email address or the name of this host.';
  if ([...words].some(isCommonPassword)) return 'Must be harder to guess: this password is on the list of common passwords.';
  return undefined;
}

/** Returns the text and the words that it is derived from: `p@ssw0rd2024!` also yields `password`. */
function wordsOf(text: string): string[] {
  const bare = text.replace(/[^\p{L}]+$/u, '');
  const forms = [text, bare.replace(/^[^\p{L}]+/u, ''), plain(bare), plain(text.replace(/[^\p{L}\p{S}\p{P}]+$/u, ''))];
  return forms.filter((form) => form !== '');
}

const LOOK_ALIKE: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' },
  ...{ '@': 'a', $: 's', '!': 'i' },
};
const plain = (text: string): string => [...text].map((character) => LOOK_ALIKE[character] ?? character).join('');

/** Returns whether the characters count up or down: `abcdefghij`, `0123456789`, `9876543210`. 0 follows 9. */
function isSequence(text: string): boolean {
  const steps = new Set<number>();
  for (let i = 1; i < text.length; i += 1) {
    const step = text.charCodeAt(i) - text.charCodeAt(i - 1);
    steps.add(step === -9 ? 1 : step === 9 ? -1 : step);
  }
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/** Finds the field that an unknown one of a request probably means. */
import { distance } from 'fastest-levenshtein';

/** Longest name in characters that is compared. A client chooses the name. */
const MAX_LENGTH = 64;

/** Share of the letters of a name that may differ: one of four. Names of up to three letters are too alike to be guessed. */
const LETTERS_PER_CHANGE = 4;

/**
 * Returns the only known field with words in common, such as `after` for `after_hours`, or with almost the same letters. Returns `undefined`
 * if none or several qualify.
 */
export function meantField(unknown: string, known: readonly string[]): string | undefined {
  if (unknown.length > MAX_LENGTH) return undefined;
  const found = known.filter((name) => contains(unknown, name) || contains(name, unknown) || isClose(unknown, name));
  return found.length === 1 ? found[0] : undefined;
}

const contains = (name: string, part: string): boolean => part !== '' && `_${name}_`.includes(`_${part}_`);

const isClose = (unknown: string, name: string): boolean =>
  distance(unknown.toLowerCase(), name) <= Math.floor(name.length / LETTERS_PER_CHANGE);

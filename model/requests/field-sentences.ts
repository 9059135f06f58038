/**
 * Sentences about fields that break a limit of the contract. The API says them in a 422, and the console says the same ones before it sends a
 * form.
 */

export const REQUIRED = 'This field is required.';
export const NOT_VALID = 'This value is not valid.';

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Returns the sentence about a value of another type. */
export const wrongType = (expected: string): string => `Must be ${NOUNS[expected] ?? expected}.`;

/** Returns the sentence about a value that is not among the accepted ones. */
export function notAmong(values: readonly unknown[]): string {
  return values.length === 1 ? `Must be ${String(values[0])}.` : `Must be one of ${values.join(', ')}.`;
}

/** Returns the sentence about a text, a list or a number below its minimum. */
export function tooSmall(origin: string, minimum: number, inclusive = true): string {
  if (origin === 'string') return minimum === 1 ? 'Must not be empty.' : `Must have at least ${minimum} characters.`;
  if (origin === 'array') return minimum === 1 ? 'Must not be empty.' : `Must have at least ${minimum} items.`;
  return inclusive ? `Must be at least ${minimum}.` : `Must be more than ${minimum}.`;
}

/** Returns the sentence about a text, a list or a number above its maximum. */
export function tooBig(origin: string, maximum: number, inclusive = true): string {
  if (origin === 'string') return `Must have at most ${maximum} characters.`;
  if (origin === 'array') return `Must have at most ${maximum} items.`;
  return inclusive ? `Must be at most ${maximum}.` : `Must be less than ${maximum}.`;
}

import { invalid } from '../failures.ts';

/** Returns the fields that are not `undefined`. Throws `validation` if there are none, because an empty change is a mistake. */
export function namedFields<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (named.length === 0) throw invalid('body', 'Name at least one change.');
  // Only `undefined` values were removed.
  return Object.fromEntries(named) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}

import { invalid } from '@innkeeper/model/failures';

/** The fields that have a value; throws `validation` when none has, since a change of nothing is a mistake. */
export function namedFields<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (named.length === 0) throw invalid('body', 'Name at least one change.');
  // What is left out is what was undefined.
  return Object.fromEntries(named) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}

/**
 * What a schema refuses, in plain English and by field. Sentences written at a schema win; these are for all others. zod's
 * own ("Invalid input: expected string, received undefined") speak to programmers.
 */
import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;
type Found = z.core.$ZodIssue;

const NOUNS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The key for what concerns the whole body or query and no field of it. */
export const WHOLE = { body: 'body', query: 'query', params: 'path', headers: 'headers' } as const;

/** For zod's `error` option at parse time. */
export function sentenceOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required.';
      return `Must be ${NOUNS[issue.expected] ?? issue.expected}.`;
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case 'invalid_value':
      if (issue.input === undefined) return 'This field is required.';
      return issue.values.length === 1 ? `Must be ${String(issue.values[0])}.` : `Must be one of ${issue.values.join(', ')}.`;
    case 'invalid_union':
      return issue.input === undefined ? 'This field is required.' : 'This value is not valid.';
    case 'unrecognized_keys':
      return 'This field is unknown. Remove it.';
    case 'invalid_key':
      return 'The name of this field is not valid.';
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`;
    default:
      return 'This value is not valid.';
  }
}

function tooSmall(origin: string, minimum: number, inclusive: boolean): string {
  if (origin === 'string') return minimum === 1 ? 'Must not be empty.' : `Must have at least ${minimum} characters.`;
  if (origin === 'array') return minimum === 1 ? 'Must not be empty.' : `Must have at least ${minimum} items.`;
  return inclusive ? `Must be at least ${minimum}.` : `Must be more than ${minimum}.`;
}

function tooBig(origin: string, maximum: number, inclusive: boolean): string {
  if (origin === 'string') return `Must have at most ${maximum} characters.`;
  if (origin === 'array') return `Must have at most ${maximum} items.`;
  return inclusive ? `Must be at most ${maximum}.` : `Must be less than ${maximum}.`;
}

export type Checked<T> = { ok: true; value: T } | { ok: false; errors: Record<string, string[]> };

/** Fields of a refusal; of more only the number is told. */
const MOST_FIELDS = 20;
/** Characters of a field's name, which the client may have chosen. */
const MOST_NAME = 64;

/**
 * Parses a part of a request. Refusals come by field in dot form (`ssh_keys.0`); in a query always by the parameter's name,
 * as its parts have no names of their own. The value's size is the caller's to bound.
 */
export function check<S extends z.ZodType>(part: keyof typeof WHOLE, schema: S, value: unknown): Checked<z.output<S>> {
  const result = schema.safeParse(value, { error: sentenceOf });
  if (result.success) return { ok: true, value: result.data };
  const errors = new Map<string, string[]>();
  for (const issue of result.error.issues) collect(errors, part, [], issue);
  return { ok: false, errors: Object.fromEntries(firstOf(errors, part)) };
}

function firstOf(errors: Map<string, string[]>, part: keyof typeof WHOLE): [string, string[]][] {
  const all = [...errors];
  const more = all.length - MOST_FIELDS;
  if (more <= 0) return all;
  const first = all.filter(([field]) => field !== WHOLE[part]).slice(0, MOST_FIELDS);
  const ofWhole = errors.get(WHOLE[part]) ?? [];
  return [...first, [WHOLE[part], [...ofWhole, `Further errors: ${all.length - first.length - (ofWhole.length > 0 ? 1 : 0)}.`]]];
}

/** What a client called something, as far as it is repeated to it. */
export function shownName(name: string): string {
  // A pair of surrogates is not cut in two.
  return name.length <= MOST_NAME ? name : `${name.slice(0, MOST_NAME - 3).replace(/[\ud800-\udbff]$/, '')}...`;
}

function collect(errors: Map<string, string[]>, part: keyof typeof WHOLE, above: PropertyKey[], issue: Found): void {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) add(errors, fieldName(part, [...path, key]), issue.message);
    return;
  }
  const nearest = issue.code === 'invalid_union' ? nearestBranch(issue.errors) : undefined;
  if (nearest) for (const inner of nearest) collect(errors, part, path, inner);
  else add(errors, fieldName(part, path), issue.message);
}

/** Of several forms that a value may have, the one that it was meant to be: the only one whose type it has. */
function nearestBranch(branches: readonly Found[][]): Found[] | undefined {
  const meant = branches.filter((issues) => !issues.some(isOfAnotherType));
  return meant.length === 1 ? meant[0] : undefined;
}

const isOfAnotherType = (issue: Found): boolean => issue.code === 'invalid_type' && issue.path.length === 0;

function fieldName(part: keyof typeof WHOLE, path: PropertyKey[]): string {
  if (path.length === 0) return WHOLE[part];
  return shownName(part === 'query' ? String(path[0]) : path.map(String).join('.'));
}

function add(errors: Map<string, string[]>, field: string, sentence: string): void {
  const list = errors.get(field) ?? [];
  if (!list.includes(sentence)) list.push(sentence);
  errors.set(field, list);
}

/**
 * Error messages of schemas in plain English, by field.
 *
 * A sentence at a schema takes precedence. These messages replace those of zod ("Invalid input: expected string, received undefined"),
 * which address programmers.
 */
import { NOT_VALID, notAmong, REQUIRED, tooBig, tooSmall, wrongType } from '@innkeeper/model/requests/field-sentences';
import { meantField } from '@innkeeper/model/requests/meant-field';
import type { z } from 'zod';

const UNKNOWN_FIELD = 'This field is unknown. Remove it.';

type Issue = z.core.$ZodRawIssue;
type ParsedIssue = z.core.$ZodIssue;

/** Key of errors that concern the whole body or query instead of one field. */
export const WHOLE_PART_KEYS = { body: 'body', query: 'query', params: 'path', headers: 'headers' } as const;

/** Returns the sentence of an issue, for zod's `error` option. */
export function sentenceOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? REQUIRED : wrongType(issue.expected);
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case 'invalid_value':
      return issue.input === undefined ? REQUIRED : notAmong(issue.values);
    case 'invalid_union':
      return issue.input === undefined ? REQUIRED : NOT_VALID;
    case 'unrecognized_keys':
      return UNKNOWN_FIELD;
    case 'invalid_key':
      return 'The name of this field is not valid.';
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`;
    default:
      return NOT_VALID;
  }
}

export type Checked<T> = { ok: true; value: T } | { ok: false; errors: Record<string, string[]> };

/** Maximum number of fields in a failure. A further sentence states how many more fields have errors. */
const MAX_FIELDS = 20;
/** Maximum length in characters of a field's name, which the client may have chosen. */
const MAX_NAME_LENGTH = 64;

/**
 * Parses a part of a request.
 *
 * Errors are listed by field in dot form (`ssh_keys.0`). Errors in a query are listed by parameter. The caller must limit the size of the
 * value.
 */
export function check<S extends z.ZodType>(part: keyof typeof WHOLE_PART_KEYS, schema: S, value: unknown): Checked<z.output<S>> {
  const result = schema.safeParse(value, { error: sentenceOf });
  if (result.success) return { ok: true, value: result.data };
  const errors = new Map<string, string[]>();
  for (const issue of result.error.issues) collect(errors, part, [], issue);
  for (const [field, [sentence]] of [...errors].slice(0, MAX_FIELDS)) {
    // The field of a nested object is not one of the schema.
    const meant = sentence === UNKNOWN_FIELD && !field.includes('.') ? meantField(field, fieldsLeft(schema, value)) : undefined;
    if (meant !== undefined) errors.set(field, [`This field is unknown. Did you mean ${meant}?`]);
  }
  return { ok: false, errors: Object.fromEntries(limitErrors(errors, part)) };
}

/** Returns the fields that a client could have meant, without those that it sent or that the path has. */
function fieldsLeft(schema: z.ZodType, value: unknown): string[] {
  const shape = 'shape' in schema ? (schema as z.ZodObject).shape : {};
  return Object.keys(shape).filter((name) => !Object.hasOwn(Object(value), name));
}

function limitErrors(errors: Map<string, string[]>, part: keyof typeof WHOLE_PART_KEYS): [string, string[]][] {
  const all = [...errors];
  const more = all.length - MAX_FIELDS;
  if (more <= 0) return all;
  const first = all.filter(([field]) => field !== WHOLE_PART_KEYS[part]).slice(0, MAX_FIELDS);
  const ofWhole = errors.get(WHOLE_PART_KEYS[part]) ?? [];
  return [
    ...first,
    [WHOLE_PART_KEYS[part], [...ofWhole, `Further errors: ${all.length - first.length - (ofWhole.length > 0 ? 1 : 0)}.`]],
  ];
}

/** Returns a name that a client chose, shortened for the reply. */
export function truncateName(name: string): string {
  // A surrogate pair must not be cut in two.
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 3).replace(/[\ud800-\udbff]$/, '')}...`;
}

function collect(
  errors: Map<string, string[]>,
  part: keyof typeof WHOLE_PART_KEYS,
  above: PropertyKey[],
  issue: ParsedIssue,
): void {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) add(errors, fieldName(part, [...path, key]), issue.message);
    return;
  }
  const nearest = issue.code === 'invalid_union' ? nearestBranch(issue.errors) : undefined;
  if (nearest) for (const inner of nearest) collect(errors, part, path, inner);
  else add(errors, fieldName(part, path), issue.message);
}

/** Returns the issues of the form that the value was meant to have: the only form with the type of the value. */
function nearestBranch(branches: readonly ParsedIssue[][]): ParsedIssue[] | undefined {
  const matching = branches.filter((issues) => !issues.some(isOfAnotherType));
  return matching.length === 1 ? matching[0] : undefined;
}

const isOfAnotherType = (issue: ParsedIssue): boolean => issue.code === 'invalid_type' && issue.path.length === 0;

function fieldName(part: keyof typeof WHOLE_PART_KEYS, path: PropertyKey[]): string {
  if (path.length === 0) return WHOLE_PART_KEYS[part];
  return truncateName(part === 'query' ? String(path[0]) : path.map(String).join('.'));
}

function add(errors: Map<string, string[]>, field: string, sentence: string): void {
  const list = errors.get(field) ?? [];
  if (!list.includes(sentence)) list.push(sentence);
  errors.set(field, list);
}

/**
 * Rules that apply to all request bodies, in addition to their schemas.
 *
 * Clients send their whole form, so a `null` field counts as omitted, except where `null` has a meaning. A PATCH without any field is
 * refused.
 */
import { z } from 'zod';
import type { Operation } from './define.ts';
import { type Checked, check, WHOLE_PART_KEYS } from './validation-messages.ts';

const EMPTY_BODY = z.strictObject({});
const DRY_RUN_IS_QUERY = 'Must be a query parameter: add `?dry_run=true` to the URL.';
export const NO_FIELD_MESSAGE = 'Must contain at least one field.';

/** Checks the parsed body of a request. Errors are listed by field, as `check` returns them. */
export function checkBody(
  { method, body: schema = EMPTY_BODY, supportsDryRun }: Pick<Operation, 'method' | 'body' | 'supportsDryRun'>,
  given: unknown,
): Checked<unknown> {
  const value = withoutNulls(schema, given);
  const checked = check('body', schema, value);
  if (supportsDryRun && !checked.ok && checked.errors.dry_run) checked.errors.dry_run = [DRY_RUN_IS_QUERY];
  if (method !== 'PATCH' || !isObject(value) || Object.keys(value).length > 0) return checked;
  return { ok: false, errors: { ...(checked.ok ? {} : checked.errors), [WHOLE_PART_KEYS.body]: [NO_FIELD_MESSAGE] } };
}

/** Returns the optional fields for which `null` has no meaning. */
export function fieldsIgnoringNull(schema: z.ZodType): ReadonlySet<string> {
  const known = knownFields.get(schema);
  if (known) return known;
  const fields = Object.entries((schema instanceof z.ZodObject ? schema.shape : {}) as Record<string, z.ZodType>)
    .filter(([, field]) => field.safeParse(undefined).success && !field.safeParse(null).success)
    .map(([name]) => name);
  const names = new Set(fields);
  knownFields.set(schema, names);
  return names;
}

/** Returns the fields that an order requires and its quote may omit. */
export function fieldsWithoutQuote({ body, quoteBody }: Pick<Operation, 'body' | 'quoteBody'>): string[] {
  if (!quoteBody) return [];
  const needed = requiredFields(quoteBody);
  return requiredFields(body).filter((field) => !needed.includes(field));
}

const requiredFields = (schema: z.ZodType | undefined): string[] =>
  Object.entries((schema instanceof z.ZodObject ? schema.shape : {}) as Record<string, z.ZodType>).flatMap(([field, value]) =>
    value.safeParse(undefined).success ? [] : field,
  );

const knownFields = new WeakMap<z.ZodType, ReadonlySet<string>>();

function withoutNulls(schema: z.ZodType, given: unknown): unknown {
  if (!isObject(given) || !Object.values(given).includes(null)) return given;
  const names = fieldsIgnoringNull(schema);
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== null || !names.has(name)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

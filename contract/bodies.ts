/**
 * What all bodies have in common, whatever their schema says. Clients send their whole form, so a field that is null is a field
 * not given, save where null means something; and a PATCH that names no field is a mistake.
 */
import { z } from 'zod';
import type { Operation } from './define.ts';
import { type Checked, check, WHOLE } from './validation-messages.ts';

const NOTHING = z.strictObject({});
const DRY_RUN_IS_QUERY = 'Must be a query parameter: add `?dry_run=true` to the URL.';
export const NO_FIELD = 'Must contain at least one field.';

/** Checks what was read of a request's body. Refusals come by field, as `check` gives them. */
export function checkBody(
  { method, body: schema = NOTHING, quotes }: Pick<Operation, 'method' | 'body' | 'quotes'>,
  given: unknown,
): Checked<unknown> {
  const value = withoutNulls(schema, given);
  const checked = check('body', schema, value);
  if (quotes && !checked.ok && checked.errors.dry_run) checked.errors.dry_run = [DRY_RUN_IS_QUERY];
  if (method !== 'PATCH' || !isObject(value) || Object.keys(value).length > 0) return checked;
  return { ok: false, errors: { ...(checked.ok ? {} : checked.errors), [WHOLE.body]: [NO_FIELD] } };
}

/** Fields that may be left out and to which null says nothing. */
export function nullIsNotGiven(schema: z.ZodType): ReadonlySet<string> {
  const known = found.get(schema);
  if (known) return known;
  const fields = Object.entries((schema instanceof z.ZodObject ? schema.shape : {}) as Record<string, z.ZodType>)
    .filter(([, field]) => field.safeParse(undefined).success && !field.safeParse(null).success)
    .map(([name]) => name);
  const names = new Set(fields);
  found.set(schema, names);
  return names;
}

/** Returns the fields that an order must have, and its quote may leave out. */
export function fieldsWithoutQuote({ body, quoteBody }: Pick<Operation, 'body' | 'quoteBody'>): string[] {
  if (!quoteBody) return [];
  const needed = requiredOf(quoteBody);
  return requiredOf(body).filter((field) => !needed.includes(field));
}

const requiredOf = (schema: z.ZodType | undefined): string[] =>
  Object.entries((schema instanceof z.ZodObject ? schema.shape : {}) as Record<string, z.ZodType>).flatMap(([field, value]) =>
    value.safeParse(undefined).success ? [] : field,
  );

const found = new WeakMap<z.ZodType, ReadonlySet<string>>();

function withoutNulls(schema: z.ZodType, given: unknown): unknown {
  if (!isObject(given) || !Object.values(given).includes(null)) return given;
  const names = nullIsNotGiven(schema);
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== null || !names.has(name)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Finds the ids and keys of other resources in a request body, even if other fields of the body are invalid. */
import type { NamedReference } from '@innkeeper/model/requests/references';
import { z } from 'zod';
import type { Operation } from './define.ts';
import { Id } from './schemas/primitives.ts';

/**
 * Returns the references whose own field is valid, whether or not the rest of the body is.
 *
 * If the field is an invalid list, returns its valid ids. Returns none of them if the list is too long.
 */
export function referencesIn(
  { references = {}, body }: Pick<Operation, 'references' | 'body'>,
  given: unknown,
): NamedReference[] {
  if (!(body instanceof z.ZodObject) || typeof given !== 'object' || given === null) return [];
  const shape = body.shape as Record<string, z.ZodType>;
  return Object.entries(references).flatMap(([field, kind]) => {
    const schema = shape[field];
    if (!schema || !Object.hasOwn(given, field)) return [];
    const value = (given as Record<string, unknown>)[field];
    const parsed = schema.safeParse(value);
    if (!parsed.success) return itemsOf(parsed.error, value).map(([i, id]) => ({ kind, value: id, field: `${field}.${i}` }));
    if (Array.isArray(parsed.data)) return parsed.data.map((id: number, i) => ({ kind, value: id, field: `${field}.${i}` }));
    const isNamed = typeof parsed.data === 'number' || typeof parsed.data === 'string';
    return isNamed ? [{ kind, value: parsed.data as number | string, field }] : [];
  });
}

/**
 * Returns the valid ids of an invalid list with their indexes. Returns none for a list with too many items, which limits the number of
 * lookups.
 */
function itemsOf({ issues }: z.ZodError, value: unknown): [index: number, id: number][] {
  if (!Array.isArray(value) || issues.some(({ code, path }) => code === 'too_big' && path.length === 0)) return [];
  return value.flatMap((item: unknown, i): [number, number][] => {
    const id = Id.safeParse(item);
    return id.success ? [[i, id.data]] : [];
  });
}

/** Finds what a body names by id or key, also in a body that its schema refuses. */
import type { NamedReference } from '@innkeeper/model/references';
import { z } from 'zod';
import type { Operation } from './define.ts';
import { Id } from './schemas/primitives.ts';

/**
 * Lists the references of a body that are well-formed, each alone. A refused list counts as far as its items are ids,
 * unless it has more items than its schema allows.
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

/** Returns the well-formed items of a refused list with their indexes. None of a list that is too long, which bounds the look-ups. */
function itemsOf({ issues }: z.ZodError, value: unknown): [index: number, id: number][] {
  if (!Array.isArray(value) || issues.some(({ code, path }) => code === 'too_big' && path.length === 0)) return [];
  return value.flatMap((item: unknown, i): [number, number][] => {
    const id = Id.safeParse(item);
    return id.success ? [[i, id.data]] : [];
  });
}

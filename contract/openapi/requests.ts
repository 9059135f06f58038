/** Parameters and bodies. */
import type { z } from 'zod';
import { bodyLimitOf, bytesInWords, FORM_TEXT_BYTES, MOST_DEPTH, MOST_ITEMS, MOST_KEYS } from '../body-limits.ts';
import type { Operation } from '../define.ts';
import type { Json, SchemaBook } from './schemas.ts';

export const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes it safe to send this again: the same key with the same request gives the stored reply of the first. Kept for 30 days; of an account the last 20 000 replies, and at most 64 MB of them, are kept, and beyond that the oldest are forgotten first.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

export function parametersOf(entry: Operation, book: SchemaBook): Json[] {
  const path = shapeOf(entry.params).map(([name, schema]) => ({ name, in: 'path', required: true, schema: book.output(schema) }));
  const query = shapeOf(entry.query).map(([name, schema]) => queryParameter(name, book.output(schema)));
  const headers = shapeOf(entry.headers).map(([name, schema]) => ({
    ...queryParameter(name, book.output(schema)),
    in: 'header',
  }));
  const header = entry.method === 'POST' ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : [];
  return [...path, ...query, ...headers, ...header];
}

function shapeOf(schema: z.ZodObject | undefined): [string, z.ZodType][] {
  return Object.entries(schema?.shape ?? {}) as [string, z.ZodType][];
}

/** A list is one value with commas, but `name[]` is repeated. */
function queryParameter(name: string, { description, ...schema }: Json): Json {
  const list = schema.type === 'array' ? { style: 'form', explode: name.endsWith('[]') } : {};
  return { name, in: 'query', ...(description ? { description } : {}), required: false, ...list, schema };
}

export function bodyOf(entry: Operation, book: SchemaBook): Json | undefined {
  if (!entry.body) return undefined;
  const required = entry.bodyOptional !== true;
  const bytes = `At most ${bytesInWords(bodyLimitOf(entry))}`;
  if (entry.bodyKind === 'json') {
    const description = `${bytes}, ${MOST_KEYS} fields, ${MOST_ITEMS} list items, ${MOST_DEPTH} levels.`;
    return { description, required, content: { 'application/json': { schema: book.input(entry.body) } } };
  }
  const description = `${bytes}, ${bytesInWords(FORM_TEXT_BYTES)} of them text.`;
  return { description, required, content: { 'multipart/form-data': { schema: formOf(entry, book.output(entry.body)) } } };
}

/** A form: its text fields, as the values that they are read as, and its files. */
function formOf({ files }: Operation, fields: Json): Json {
  if (!files) return fields;
  const file = { type: 'string', format: 'binary', description: `At most ${bytesInWords(files.mostBytes)}.` };
  const list = { type: 'array', maxItems: files.most, items: file };
  return { ...fields, properties: { ...(fields.properties as Json), [files.field]: list } };
}

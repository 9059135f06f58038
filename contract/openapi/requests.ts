/** Builds parameters and request bodies. */
import type { z } from 'zod';
import { bodyLimitOf, type FormRules, formatBytes, MAX_DEPTH, MAX_FORM_TEXT_BYTES, MAX_ITEMS, MAX_KEYS } from '../body-limits.ts';
import { takesIdempotencyKey } from '../common.ts';
import type { Operation } from '../define.ts';
import type { Example } from './examples.ts';
import type { Json, SchemaRegistry } from './schemas.ts';

export const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Unique key that makes a request safe to repeat: the same key with the same request returns the stored reply of the first. Replies are stored for 30 days, at most 20,000 and 64 MB per account. The oldest are deleted first.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

export function parametersOf(entry: Operation, book: SchemaRegistry, { params = {} }: Example): Json[] {
  const path = shapeOf(entry.params).map(([name, schema]) => {
    const { description = `Id of the ${resourceName(entry, name)}.`, ...rest } = book.output(schema);
    return { name, in: 'path', description, required: true, schema: rest, example: params[name] };
  });
  const query = shapeOf(entry.query).map(([name, schema]) => queryParameter(name, book.output(schema)));
  const headers = shapeOf(entry.headers).map(([name, schema]) => ({
    ...queryParameter(name, book.output(schema)),
    in: 'header',
  }));
  const header = takesIdempotencyKey(entry) ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : [];
  return [...path, ...query, ...headers, ...header];
}

function shapeOf(schema: z.ZodObject | undefined): [string, z.ZodType][] {
  return Object.entries(schema?.shape ?? {}) as [string, z.ZodType][];
}

/** Returns a query parameter. A list is one value with commas, but `name[]` is repeated. */
function queryParameter(name: string, { description, default: byDefault, ...schema }: Json): Json {
  const shown = { name, in: 'query', required: false };
  if (schema.type !== 'array') {
    const rest = byDefault === undefined ? schema : { ...schema, default: byDefault };
    return { ...shown, ...(description ? { description } : {}), schema: rest };
  }
  // The description states the default of a list. Generators would otherwise write it as a plain list of strings, which does not compile.
  const sentences = Array.isArray(byDefault) ? [description, `Default: \`${byDefault.join(',')}\`.`] : [description];
  return { ...shown, description: sentences.join(' '), style: 'form', explode: name.endsWith('[]'), schema };
}

/** Returns the words for a parameter's resource: `ip_address` becomes `IP address`. */
function resourceName({ resources = [] }: Operation, param: string): string {
  const kind = resources.find((resource) => resource.param === param)?.kind ?? 'resource';
  return kind
    .replaceAll('_', ' ')
    .replace('ip address', 'IP address')
    .replace('floating ip', 'floating IP')
    .replace(/^(ssh|iso)\b/, (word) => word.toUpperCase());
}

export function bodyOf(entry: Operation, book: SchemaRegistry, { body }: Example): Json | undefined {
  if (!entry.body) return undefined;
  const required = entry.bodyOptional !== true;
  const bytes = `At most ${formatBytes(bodyLimitOf(entry))}`;
  if (entry.bodyKind === 'json') {
    const description = `${bytes}, ${MAX_KEYS} fields, ${MAX_ITEMS} list items, ${MAX_DEPTH} levels.`;
    const schema = book.body(entry);
    return { description, required, content: { 'application/json': { schema, example: body } } };
  }
  const description = `${bytes}, ${formatBytes(MAX_FORM_TEXT_BYTES)} of them text.`;
  return {
    description,
    required,
    content: { 'multipart/form-data': { schema: formOf(entry, book.output(entry.body)), example: body } },
  };
}

/** Returns the schema of a form: its text fields with their parsed types, and its files. */
export function formOf({ files }: FormRules, fields: Json): Json {
  if (!files) return fields;
  const file = { type: 'string', format: 'binary', description: `At most ${formatBytes(files.maxBytes)}.` };
  const list = { type: 'array', maxItems: files.max, items: file, description: `Files, at most ${files.max}.` };
  return { ...fields, properties: { ...(fields.properties as Json), [files.field]: list } };
}

/** Parameters and bodies. */
import type { z } from 'zod';
import { bodyLimitOf, bytesInWords, FORM_TEXT_BYTES, type FormRules, MOST_DEPTH, MOST_ITEMS, MOST_KEYS } from '../body-limits.ts';
import { takesIdempotencyKey } from '../common.ts';
import type { Operation } from '../define.ts';
import type { Example } from './examples.ts';
import type { Json, SchemaBook } from './schemas.ts';

export const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Unique key that makes a request safe to repeat: the same key with the same request returns the stored reply of the first. Replies are stored for 30 days, at most 20,000 and 64 MB per account. The oldest are deleted first.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

export function parametersOf(entry: Operation, book: SchemaBook, { params = {} }: Example): Json[] {
  const path = shapeOf(entry.params).map(([name, schema]) => {
    const { description = `Id of the ${wordsOf(entry, name)}.`, ...rest } = book.output(schema);
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

/** A list is one value with commas, but `name[]` is repeated. */
function queryParameter(name: string, { description, default: byDefault, ...schema }: Json): Json {
  const shown = { name, in: 'query', required: false };
  if (schema.type !== 'array') {
    const rest = byDefault === undefined ? schema : { ...schema, default: byDefault };
    return { ...shown, ...(description ? { description } : {}), schema: rest };
  }
  // In words: generators write the default of a list as one of any texts, which then does not compile.
  const said = Array.isArray(byDefault) ? [description, `Default: \`${byDefault.join(',')}\`.`] : [description];
  return { ...shown, description: said.join(' '), style: 'form', explode: name.endsWith('[]'), schema };
}

/** `ip_address` -> `IP address` */
function wordsOf({ resources = [] }: Operation, param: string): string {
  const kind = resources.find((resource) => resource.param === param)?.kind ?? 'resource';
  return kind
    .replaceAll('_', ' ')
    .replace('ip address', 'IP address')
    .replace('floating ip', 'floating IP')
    .replace(/^(ssh|iso)\b/, (word) => word.toUpperCase());
}

export function bodyOf(entry: Operation, book: SchemaBook, { body }: Example): Json | undefined {
  if (!entry.body) return undefined;
  const required = entry.bodyOptional !== true;
  const bytes = `At most ${bytesInWords(bodyLimitOf(entry))}`;
  if (entry.bodyKind === 'json') {
    const description = `${bytes}, ${MOST_KEYS} fields, ${MOST_ITEMS} list items, ${MOST_DEPTH} levels.`;
    const schema = book.body(entry);
    return { description, required, content: { 'application/json': { schema, example: body } } };
  }
  const description = `${bytes}, ${bytesInWords(FORM_TEXT_BYTES)} of them text.`;
  return {
    description,
    required,
    content: { 'multipart/form-data': { schema: formOf(entry, book.output(entry.body)), example: body } },
  };
}

/** A form: its text fields, as the values that they are read as, and its files. */
export function formOf({ files }: FormRules, fields: Json): Json {
  if (!files) return fields;
  const file = { type: 'string', format: 'binary', description: `At most ${bytesInWords(files.mostBytes)}.` };
  const list = { type: 'array', maxItems: files.most, items: file, description: `Files, at most ${files.most}.` };
  return { ...fields, properties: { ...(fields.properties as Json), [files.field]: list } };
}

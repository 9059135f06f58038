/** Makes flags from the fields of an operation: from path, query and body, and from the files of a form. Pure. */
import { flagOf } from '@innkeeper/contract/command-line';
import type { Operation } from '@innkeeper/contract/define';
import { type Json, nameOf, SchemaRegistry } from '@innkeeper/contract/openapi/schemas';
import { Option } from 'commander';
import type { z } from 'zod';

export interface Field {
  /** Name in the SDK, such as `image_id` or `filter[date]`. */
  name: string;
  description: string;
  required: boolean;
  /** JSON types that a text may be converted to. `file` means paths of files. */
  types: ReadonlySet<string>;
  /** JSON types of the items of a list. */
  itemTypes: ReadonlySet<string>;
}

/** Returns the fields in the order of the documentation. */
export function fieldsOf(entry: Operation): Field[] {
  const book = new SchemaRegistry();
  const resolveSchema = (schema: Json): Json => ({ ...book.components[nameOf(schema) ?? ''], ...schema });
  const field = (name: string, schema: Json, required: boolean): Field => {
    const whole = resolveSchema(schema);
    const items = resolveSchema((listSchemaOf(whole).items ?? {}) as Json);
    return {
      name,
      description: String(whole.description ?? ''),
      required,
      types: typesOf(whole, resolveSchema),
      itemTypes: typesOf(items, resolveSchema),
    };
  };
  const ofShape = (schema: z.ZodObject | undefined, required: boolean): Field[] =>
    Object.entries(schema?.shape ?? {}).map(([name, one]) => field(name, book.output(one as z.ZodType), required));

  const aliases = Object.values(entry.alternativeSources ?? {}).flatMap((place) => ('query' in place ? [place.query] : []));
  const query = ofShape(entry.query, false).filter(({ name }) => !aliases.includes(name));
  const { properties = {}, required = [] } = resolveSchema(entry.body ? book.body(entry) : {}) as {
    properties?: Json;
    required?: string[];
  };
  const body = Object.entries(properties).map(([name, one]) => field(name, one as Json, required.includes(name)));
  const files = entry.files
    ? [field(entry.files.field.replace('[]', ''), { type: 'file', description: 'Paths of the files.' }, false)]
    : [];
  // Values of a query are texts, including numbers.
  return [...ofShape(entry.params, true), ...query.map(asText), ...body, ...files];
}

function asText(field: Field): Field {
  if (field.name.endsWith('[]')) return { ...field, types: new Set(['array']), itemTypes: new Set(['string']) };
  return field.types.has('boolean') ? field : { ...field, types: new Set(['string']) };
}

function listSchemaOf(schema: Json): Json {
  const branches = (schema.anyOf ?? schema.oneOf ?? []) as Json[];
  return branches.find(({ items }) => items) ?? schema;
}

function typesOf(schema: Json, resolveSchema: (schema: Json) => Json): Set<string> {
  const branches = (schema.anyOf ?? schema.oneOf ?? []) as Json[];
  const words = [schema.type, ...((schema.enum as unknown[]) ?? []).map((value) => typeof value)].flat();
  const own = words.filter((word): word is string => typeof word === 'string');
  return new Set([...own, ...branches.flatMap((branch) => [...typesOf(resolveSchema(branch), resolveSchema)])]);
}

/** Returns the options of a field, such as `--image-id <number>`. A boolean field gets a flag and its negation. */
export function optionsOf({ name, description, required, types: forms, itemTypes: items }: Field): Option[] {
  const flag = flagOf(name);
  if (isFlag(forms)) return [new Option(`--${flag}`, description), new Option(`--no-${flag}`, `not --${flag}`)];
  const option = new Option(`--${flag} <${wordFor(forms, items)}>`, `${description}${required ? ' (required)' : ''}`);
  return [required ? option.makeOptionMandatory() : option];
}

const isFlag = (forms: Field['types']): boolean => forms.has('boolean') && !forms.has('string');

function wordFor(forms: Field['types'], items: Field['itemTypes']): string {
  if (forms.has('file')) return 'path,...';
  if (forms.has('array')) return items.has('object') ? 'json' : `${wordFor(items, new Set())},...`;
  if (forms.has('string')) return 'text';
  return forms.has('integer') || forms.has('number') ? 'number' : 'json';
}

/** Converts typed texts, by flag (`imageId`), to the input of the operation. The API validates a text that cannot be converted. */
export function buildInput(fields: readonly Field[], typed: Record<string, unknown>): Record<string, unknown> {
  const given = fields.map((field) => [field, typed[new Option(`--${flagOf(field.name)}`).attributeName()]] as const);
  return Object.fromEntries(
    given.flatMap(([field, value]) =>
      value === undefined ? [] : [[field.name, typeof value === 'string' ? read(value, field.types, field.itemTypes) : value]],
    ),
  );
}

function read(text: string, forms: Field['types'], items: Field['itemTypes']): unknown {
  if (forms.has('null') && text === 'null') return null;
  if ((forms.has('object') || items.has('object')) && /^[[{]/.test(text)) return jsonOr(text);
  if (forms.has('file')) return text.split(',');
  const isList = forms.has('array') && (text.includes(',') || !forms.has('string'));
  if (isList) return text === '' ? [] : text.split(',').map((item) => read(item.trim(), items, new Set()));
  if (forms.has('string')) return text;
  const isNumber = (forms.has('integer') || forms.has('number')) && /^-?\d+(\.\d+)?$/.test(text);
  return isNumber ? Number(text) : text;
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

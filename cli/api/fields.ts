/** Makes flags of the fields of an operation: of its path, query and body, and of the files of its form. Pure. */
import { flagOf } from '@innkeeper/contract/command-line';
import type { Operation } from '@innkeeper/contract/define';
import { type Json, nameOf, SchemaBook } from '@innkeeper/contract/openapi/schemas';
import { Option } from 'commander';
import type { z } from 'zod';

export interface Field {
  /** As the SDK takes it: `image_id`, `filter[date]`. */
  name: string;
  description: string;
  required: boolean;
  /** Of JSON: what a text may stand for. `file`: paths of files. */
  forms: ReadonlySet<string>;
  /** Of the items of a list. */
  items: ReadonlySet<string>;
}

/** In the order of the documentation. */
export function fieldsOf(entry: Operation): Field[] {
  const book = new SchemaBook();
  const inDetail = (schema: Json): Json => ({ ...book.components[nameOf(schema) ?? ''], ...schema });
  const field = (name: string, schema: Json, required: boolean): Field => {
    const whole = inDetail(schema);
    const items = inDetail((listIn(whole).items ?? {}) as Json);
    return {
      name,
      description: String(whole.description ?? ''),
      required,
      forms: formsOf(whole, inDetail),
      items: formsOf(items, inDetail),
    };
  };
  const ofShape = (schema: z.ZodObject | undefined, required: boolean): Field[] =>
    Object.entries(schema?.shape ?? {}).map(([name, one]) => field(name, book.output(one as z.ZodType), required));

  const elsewhere = Object.values(entry.alsoIn ?? {}).flatMap((place) => ('query' in place ? [place.query] : []));
  const query = ofShape(entry.query, false).filter(({ name }) => !elsewhere.includes(name));
  const { properties = {}, required = [] } = inDetail(entry.body ? book.body(entry) : {}) as {
    properties?: Json;
    required?: string[];
  };
  const body = Object.entries(properties).map(([name, one]) => field(name, one as Json, required.includes(name)));
  const files = entry.files
    ? [field(entry.files.field.replace('[]', ''), { type: 'file', description: 'Paths of the files.' }, false)]
    : [];
  // Values of a query are texts, also of numbers.
  return [...ofShape(entry.params, true), ...query.map(asText), ...body, ...files];
}

function asText(field: Field): Field {
  if (field.name.endsWith('[]')) return { ...field, forms: new Set(['array']), items: new Set(['string']) };
  return field.forms.has('boolean') ? field : { ...field, forms: new Set(['string']) };
}

function listIn(schema: Json): Json {
  const branches = (schema.anyOf ?? schema.oneOf ?? []) as Json[];
  return branches.find(({ items }) => items) ?? schema;
}

function formsOf(schema: Json, inDetail: (schema: Json) => Json): Set<string> {
  const branches = (schema.anyOf ?? schema.oneOf ?? []) as Json[];
  const words = [schema.type, ...((schema.enum as unknown[]) ?? []).map((value) => typeof value)].flat();
  const own = words.filter((word): word is string => typeof word === 'string');
  return new Set([...own, ...branches.flatMap((branch) => [...formsOf(inDetail(branch), inDetail)])]);
}

/** `--image-id <number>`; of what is true or false, a flag and its negation. */
export function optionsOf({ name, description, required, forms, items }: Field): Option[] {
  const flag = flagOf(name);
  if (isFlag(forms)) return [new Option(`--${flag}`, description), new Option(`--no-${flag}`, `not --${flag}`)];
  const option = new Option(`--${flag} <${wordFor(forms, items)}>`, `${description}${required ? ' (required)' : ''}`);
  return [required ? option.makeOptionMandatory() : option];
}

const isFlag = (forms: Field['forms']): boolean => forms.has('boolean') && !forms.has('string');

function wordFor(forms: Field['forms'], items: Field['items']): string {
  if (forms.has('file')) return 'path,...';
  if (forms.has('array')) return items.has('object') ? 'json' : `${wordFor(items, new Set())},...`;
  if (forms.has('string')) return 'text';
  return forms.has('integer') || forms.has('number') ? 'number' : 'json';
}

/** Converts typed texts, by flag (`imageId`), to the input of the operation. The API judges a text that cannot be converted. */
export function inputOf(fields: readonly Field[], typed: Record<string, unknown>): Record<string, unknown> {
  const given = fields.map((field) => [field, typed[new Option(`--${flagOf(field.name)}`).attributeName()]] as const);
  return Object.fromEntries(
    given.flatMap(([field, value]) =>
      value === undefined ? [] : [[field.name, typeof value === 'string' ? read(value, field.forms, field.items) : value]],
    ),
  );
}

function read(text: string, forms: Field['forms'], items: Field['items']): unknown {
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

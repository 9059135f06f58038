/** Converts zod schemas to the JSON Schema of OpenAPI 3.1, with one component per type that has an id. */
import { z } from 'zod';
import { checkBody, fieldsIgnoringNull } from '../bodies.ts';
import type { Operation } from '../define.ts';

export type Json = { [key: string]: unknown };

const SCHEMA_PREFIX = '#/components/schemas/';

/** Collects the components that schemas refer to. */
export class SchemaRegistry {
  readonly components: Record<string, Json> = {};
  /** Returns the schema of a request body. Most optional fields also accept `null`, which counts as omitted. */
  body(entry: Operation): Json {
    const schema = (entry.body ?? z.strictObject({})) as z.ZodType;
    const refusesNothing = !checkBody(entry, {}).ok;
    return this.#add(schema, 'input', (json) => {
      const atLeastOne = refusesNothing && (entry.method === 'PATCH' || json.required === undefined);
      return { ...withNulls(json, fieldsIgnoringNull(schema)), ...(atLeastOne ? { minProperties: 1 } : {}) };
    });
  }

  /** Returns the schema of a reply, or of a parsed value. It is open, because a later version may add fields. */
  output(schema: z.ZodType): Json {
    const { anyOf, ...rest } = this.#add(schema, 'output');
    return Array.isArray(anyOf) ? { ...rest, ...this.combineForms(anyOf) } : rest;
  }

  /** Returns a schema for several forms: `oneOf` if each form requires a field that no other form has, else `anyOf`. */
  combineForms(forms: readonly Json[]): Json {
    const objects = forms.map((form) => this.components[nameOf(form) ?? ''] ?? form);
    const isOwn = (field: string, form: Json) =>
      objects.every((other) => other === form || (other.type === 'object' && !Object.hasOwn(other.properties ?? {}, field)));
    const areDistinguishable = objects.every((form) => ((form.required ?? []) as string[]).some((field) => isOwn(field, form)));
    return areDistinguishable ? { oneOf: forms } : { anyOf: forms };
  }

  #add(schema: z.ZodType, io: 'input' | 'output', change = (json: Json) => json): Json {
    // Wrapped in an object, a schema that has an id is itself converted to a reference.
    const json = z.toJSONSchema(z.object({ schema }), { io });
    const whole = normalizeSchema(json.properties?.schema, io) as Json;
    const types = (json.$defs ?? {}) as Record<string, Json>;
    for (const [id, type] of Object.entries(types)) {
      const kept = normalizeSchema(withDiscriminator(type, types), io) as Json;
      this.#keep(id, whole.$ref === SCHEMA_PREFIX + id ? change(kept) : kept);
    }
    return whole.$ref === undefined ? change(whole) : whole;
  }

  #keep(id: string, component: Json): void {
    const known = this.components[id];
    if (known && JSON.stringify(known) !== JSON.stringify(component)) throw new Error(`two different types are called ${id}`);
    this.components[id] = component;
  }
}

/** Formats that fully describe a value. The long patterns that zod adds to them are removed. */
const KNOWN_FORMATS = ['ipv4', 'ipv6', 'email', 'uri', 'date'];

/** Maximum length of a pattern that clients' validators must support (`npm run check -- openapi`). */
export const MAX_PATTERN_LENGTH = 120;

/** Patterns that replace formats defined only by zod. They accept slightly more values than zod. */
const PATTERN_FOR: Readonly<Record<string, string>> = {
  cidrv4: '^[0-9.]{7,15}\\/[0-9]{1,2}$',
  cidrv6: '^[0-9A-Fa-f:.]{2,45}\\/[0-9]{1,3}$',
};

/** Rewrites references to point into `components`, and removes keywords without effect. */
function normalizeSchema(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((item) => normalizeSchema(item, io));
  if (typeof value !== 'object' || value === null) return value;
  const whole = plainFormat(value as Json);
  const kept = Object.entries(whole).filter(([key, item]) => !isRedundant(key, item, io, whole));
  const tidied = Object.fromEntries(
    kept.map(([key, item]) => [key, key === '$ref' ? rebaseReference(item) : normalizeSchema(item, io)]),
  );
  return isIntegers(whole) ? { ...tidied, type: 'integer' } : tidied;
}

/** Returns whether a schema is a choice of integers, which zod declares as numbers. */
const isIntegers = ({ type, enum: choices, const: only }: Json): boolean =>
  type === 'number' && (Array.isArray(choices) ? choices : [only]).every(Number.isInteger);

/** Adds the discriminator of a union if a field distinguishes its forms. */
function withDiscriminator(schema: Json, types: Record<string, Json>): Json {
  const branches = (schema.oneOf ?? []) as Json[];
  const mapping = branches.flatMap((branch) => {
    const { type } = (types[nameOf(branch) ?? '']?.properties ?? {}) as Record<string, Json>;
    const words = (type?.enum ?? (type?.const === undefined ? [] : [type.const])) as string[];
    return words.map((word) => [word, rebaseReference(branch.$ref)]);
  });
  if (mapping.length === 0) return schema;
  return { ...schema, discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) } };
}

/** Returns the last part of a reference. */
export function nameOf({ $ref }: Json): string | undefined {
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
}

function plainFormat(schema: Json): Json {
  const pattern = PATTERN_FOR[String(schema.format)];
  if (pattern === undefined) return schema;
  const { format: _unknown, ...rest } = schema;
  return { ...rest, pattern };
}

const rebaseReference = (reference: unknown): string => String(reference).replace('#/$defs/', SCHEMA_PREFIX);

function isRedundant(key: string, value: unknown, io: 'input' | 'output', { format }: Json): boolean {
  if (key === 'additionalProperties') return value === false && io === 'output';
  if (key === 'maximum') return value === Number.MAX_SAFE_INTEGER;
  if (key === 'minimum') return value === Number.MIN_SAFE_INTEGER;
  if (key !== 'pattern' || typeof format !== 'string') return false;
  return KNOWN_FORMATS.includes(format) || String(value).length > MAX_PATTERN_LENGTH;
}

/** Allows `null` for these fields. */
function withNulls(body: Json, names: ReadonlySet<string>): Json {
  const fields = Object.entries((body.properties ?? {}) as Record<string, Json>);
  const properties = fields.map(([name, field]) => [name, names.has(name) ? orNull(field) : field]);
  return { ...body, ...(fields.length > 0 ? { properties: Object.fromEntries(properties) } : {}) };
}

function orNull(schema: Json): Json {
  const { type, anyOf, enum: words, description, default: byDefault, examples, ...rest } = schema;
  const documented = {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    ...(examples === undefined ? {} : { examples }),
  };
  if (Array.isArray(anyOf)) return { ...rest, ...documented, anyOf: [...anyOf, { type: 'null' }] };
  if (schema.$ref !== undefined) return { ...documented, anyOf: [rest, { type: 'null' }] };
  return { ...rest, ...documented, type: [type, 'null'], ...(Array.isArray(words) ? { enum: [...words, null] } : {}) };
}

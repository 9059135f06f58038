/** zod schemas as the JSON Schema of OpenAPI 3.1, one component per type that has an id. */
import { z } from 'zod';
import { checkBody, nullIsNotGiven } from '../bodies.ts';
import type { Operation } from '../define.ts';

export type Json = { [key: string]: unknown };

const PLACE = '#/components/schemas/';

/** Collects the components that schemas refer to. */
export class SchemaBook {
  readonly components: Record<string, Json> = {};
  /** What a client sends as a body: to most fields that may be left out, null says that they are. */
  body(entry: Operation): Json {
    const schema = (entry.body ?? z.strictObject({})) as z.ZodType;
    const refusesNothing = !checkBody(entry, {}).ok;
    return this.#add(schema, 'input', (json) => {
      const atLeastOne = refusesNothing && (entry.method === 'PATCH' || json.required === undefined);
      return { ...withNulls(json, nullIsNotGiven(schema)), ...(atLeastOne ? { minProperties: 1 } : {}) };
    });
  }

  /** What a client gets, or a value once read. Open: a later version may add fields. */
  output(schema: z.ZodType): Json {
    const { anyOf, ...rest } = this.#add(schema, 'output');
    return Array.isArray(anyOf) ? { ...rest, ...this.either(anyOf) } : rest;
  }

  /** One of these forms: exactly one where each of them requires a field that the others do not have. */
  either(forms: readonly Json[]): Json {
    const objects = forms.map((form) => this.components[nameOf(form) ?? ''] ?? form);
    const isOwn = (field: string, form: Json) =>
      objects.every((other) => other === form || (other.type === 'object' && !Object.hasOwn(other.properties ?? {}, field)));
    const apart = objects.every((form) => ((form.required ?? []) as string[]).some((field) => isOwn(field, form)));
    return apart ? { oneOf: forms } : { anyOf: forms };
  }

  #add(schema: z.ZodType, io: 'input' | 'output', change = (json: Json) => json): Json {
    // Wrapped, so that a schema with an id of its own becomes a reference as well.
    const json = z.toJSONSchema(z.object({ schema }), { io });
    const whole = tidy(json.properties?.schema, io) as Json;
    const types = (json.$defs ?? {}) as Record<string, Json>;
    for (const [id, type] of Object.entries(types)) {
      const kept = tidy(discriminated(type, types), io) as Json;
      this.#keep(id, whole.$ref === PLACE + id ? change(kept) : kept);
    }
    return whole.$ref === undefined ? change(whole) : whole;
  }

  #keep(id: string, component: Json): void {
    const known = this.components[id];
    if (known && JSON.stringify(known) !== JSON.stringify(component)) throw new Error(`two different types are called ${id}`);
    this.components[id] = component;
  }
}

/** Formats that say it all: their patterns are long and for machines only. */
const KNOWN_FORMATS = ['ipv4', 'ipv6', 'email', 'uri', 'date'];

/** The longest pattern that clients' validators are asked to understand (`npm run check -- openapi`). */
export const PATTERN_LENGTH = 120;

/** Formats that only zod knows, as patterns that take a little more. */
const PATTERN_FOR: Readonly<Record<string, string>> = {
  cidrv4: '^[0-9.]{7,15}\\/[0-9]{1,2}$',
  cidrv6: '^[0-9A-Fa-f:.]{2,45}\\/[0-9]{1,3}$',
};

/** Moves references to their place, and leaves out what says nothing. */
function tidy(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, io));
  if (typeof value !== 'object' || value === null) return value;
  const whole = plainFormat(value as Json);
  const kept = Object.entries(whole).filter(([key, item]) => !saysNothing(key, item, io, whole));
  const tidied = Object.fromEntries(kept.map(([key, item]) => [key, key === '$ref' ? moved(item) : tidy(item, io)]));
  return isIntegers(whole) ? { ...tidied, type: 'integer' } : tidied;
}

/** zod calls a choice of integers numbers. */
const isIntegers = ({ type, enum: choices, const: only }: Json): boolean =>
  type === 'number' && (Array.isArray(choices) ? choices : [only]).every(Number.isInteger);

/** Says by which field the forms of a union are told apart, where one does. */
function discriminated(schema: Json, types: Record<string, Json>): Json {
  const branches = (schema.oneOf ?? []) as Json[];
  const mapping = branches.flatMap((branch) => {
    const { type } = (types[nameOf(branch) ?? '']?.properties ?? {}) as Record<string, Json>;
    const words = (type?.enum ?? (type?.const === undefined ? [] : [type.const])) as string[];
    return words.map((word) => [word, moved(branch.$ref)]);
  });
  if (mapping.length === 0) return schema;
  return { ...schema, discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) } };
}

/** Of a reference, the last part. */
export function nameOf({ $ref }: Json): string | undefined {
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
}

function plainFormat(schema: Json): Json {
  const pattern = PATTERN_FOR[String(schema.format)];
  if (pattern === undefined) return schema;
  const { format: _unknown, ...rest } = schema;
  return { ...rest, pattern };
}

const moved = (reference: unknown): string => String(reference).replace('#/$defs/', PLACE);

function saysNothing(key: string, value: unknown, io: 'input' | 'output', { format }: Json): boolean {
  if (key === 'additionalProperties') return value === false && io === 'output';
  if (key === 'maximum') return value === Number.MAX_SAFE_INTEGER;
  if (key === 'minimum') return value === Number.MIN_SAFE_INTEGER;
  if (key !== 'pattern' || typeof format !== 'string') return false;
  return KNOWN_FORMATS.includes(format) || String(value).length > PATTERN_LENGTH;
}

/** Makes null a value of these fields. */
function withNulls(body: Json, names: ReadonlySet<string>): Json {
  const fields = Object.entries((body.properties ?? {}) as Record<string, Json>);
  const properties = fields.map(([name, field]) => [name, names.has(name) ? orNull(field) : field]);
  return { ...body, ...(fields.length > 0 ? { properties: Object.fromEntries(properties) } : {}) };
}

function orNull(schema: Json): Json {
  const { type, anyOf, enum: words, description, default: byDefault, examples, ...rest } = schema;
  const said = {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    ...(examples === undefined ? {} : { examples }),
  };
  if (Array.isArray(anyOf)) return { ...rest, ...said, anyOf: [...anyOf, { type: 'null' }] };
  if (schema.$ref !== undefined) return { ...said, anyOf: [rest, { type: 'null' }] };
  return { ...rest, ...said, type: [type, 'null'], ...(Array.isArray(words) ? { enum: [...words, null] } : {}) };
}

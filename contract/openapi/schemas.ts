/** zod schemas as the JSON Schema of OpenAPI 3.1, one component per type that has an id. */
import { z } from 'zod';

export type Json = { [key: string]: unknown };

const PLACE = '#/components/schemas/';

/** Collects the components that schemas refer to. */
export class SchemaBook {
  readonly components: Record<string, Json> = {};
  /** By component: how many fields it must have. */
  readonly #fewest = new Map<string, number>();

  /** The components as they are published. */
  published(): Record<string, Json> {
    const entries = Object.entries(this.components).map(([name, type]): [string, Json] => {
      const fields = this.#fewest.get(name);
      return [name, fields === undefined ? type : { ...type, minProperties: fields }];
    });
    return Object.fromEntries(entries);
  }

  /** What a client sends; an object with at least so many fields. */
  input(schema: z.ZodType, { fields = 0 } = {}): Json {
    const json = this.#add(schema, 'input');
    if (fields > 0) this.#fewest.set(nameOf(json) ?? '', fields);
    return json;
  }

  /** What a client gets, or a value once read. Open: a later version may add fields. */
  output(schema: z.ZodType): Json {
    return this.#add(schema, 'output');
  }

  #add(schema: z.ZodType, io: 'input' | 'output'): Json {
    // Wrapped, so that a schema with an id of its own becomes a reference as well.
    const json = z.toJSONSchema(z.object({ schema }), { io });
    const types = (json.$defs ?? {}) as Record<string, Json>;
    for (const [id, type] of Object.entries(types)) this.#keep(id, tidy(discriminated(type, types), io) as Json);
    return tidy(json.properties?.schema, io) as Json;
  }

  #keep(id: string, component: Json): void {
    const known = this.components[id];
    if (known && JSON.stringify(known) !== JSON.stringify(component)) throw new Error(`two different types are called ${id}`);
    this.components[id] = component;
  }
}

/** Formats that say it all: their patterns are long and for machines only. */
const KNOWN_FORMATS = ['ipv4', 'ipv6', 'email', 'uri'];

/** Moves references to their place, and leaves out what says nothing. */
function tidy(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, io));
  if (typeof value !== 'object' || value === null) return value;
  const whole = value as Json;
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

const moved = (reference: unknown): string => String(reference).replace('#/$defs/', PLACE);

function saysNothing(key: string, value: unknown, io: 'input' | 'output', { format }: Json): boolean {
  if (key === 'additionalProperties') return value === false && io === 'output';
  if (key === 'maximum') return value === Number.MAX_SAFE_INTEGER;
  if (key === 'minimum') return value === Number.MIN_SAFE_INTEGER;
  return key === 'pattern' && typeof format === 'string' && KNOWN_FORMATS.includes(format);
}

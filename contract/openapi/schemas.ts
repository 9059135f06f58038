/** zod schemas as the JSON Schema of OpenAPI 3.1, one component per type that has an id. */
import { z } from 'zod';

export type Json = { [key: string]: unknown };

const PLACE = '#/components/schemas/';

/** Collects the components that schemas refer to. */
export class SchemaBook {
  readonly components: Record<string, Json> = {};

  /** What a client sends. */
  input(schema: z.ZodType): Json {
    return this.#add(schema, 'input');
  }

  /** What a client gets, or a value once read. Open: a later version may add fields. */
  output(schema: z.ZodType): Json {
    return this.#add(schema, 'output');
  }

  #add(schema: z.ZodType, io: 'input' | 'output'): Json {
    // Wrapped, so that a schema with an id of its own becomes a reference as well.
    const json = z.toJSONSchema(z.object({ schema }), { io });
    for (const [id, component] of Object.entries(json.$defs ?? {})) this.#keep(id, tidy(component, io) as Json);
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
  return Object.fromEntries(kept.map(([key, item]) => [key, key === '$ref' ? moved(item) : tidy(item, io)]));
}

const moved = (reference: unknown): string => String(reference).replace('#/$defs/', PLACE);

function saysNothing(key: string, value: unknown, io: 'input' | 'output', { format }: Json): boolean {
  if (key === 'additionalProperties') return value === false && io === 'output';
  if (key === 'maximum') return value === Number.MAX_SAFE_INTEGER;
  if (key === 'minimum') return value === Number.MIN_SAFE_INTEGER;
  return key === 'pattern' && typeof format === 'string' && KNOWN_FORMATS.includes(format);
}

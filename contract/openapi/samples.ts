/** A plausible value of a schema, made of the examples, defaults and choices that it names. */
import type { z } from 'zod';
import { type Json, nameOf, type SchemaBook } from './schemas.ts';

export class Samples {
  readonly #book: SchemaBook;
  /** Real values of named types, which win over made ones. */
  readonly #known = new Map<string, unknown>();

  constructor(book: SchemaBook) {
    this.#book = book;
  }

  /** Remembers a real value of a schema that has a name, and of what it lists. */
  learn(schema: Json, value: unknown): void {
    const name = nameOf(schema);
    if (name === undefined) return;
    this.#known.set(name, value);
    const data = ((this.#book.components[name]?.properties ?? {}) as Record<string, Json>).data;
    if (data?.items) this.learn(data.items as Json, (value as { data: unknown[] }).data[0]);
  }

  /** Throws, with the way to it, for a text of which nothing tells what it looks like. */
  of(schema: Json, at: string): unknown {
    if (Array.isArray(schema.examples)) return schema.examples[0];
    const name = nameOf(schema);
    if (name !== undefined) return this.#known.get(name) ?? this.of(this.#book.components[name] ?? {}, at);
    if ('const' in schema) return schema.const;
    if ('default' in schema) return schema.default;
    if (Array.isArray(schema.enum)) return schema.enum[0];
    const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
    if (branches) return this.of(branches[0] ?? {}, at);
    switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
      case 'boolean':
        return true;
      case 'integer':
      case 'number':
        return Math.max(1, Number(schema.minimum ?? 0));
      case 'array':
        return [this.of(schema.items as Json, `${at}[]`)];
      case 'object':
        return this.object(schema, at, required(schema));
      default:
        throw new Error(`${at} needs an example: .meta(about(..., ...))`);
    }
  }

  /** With the fields `names`. */
  object({ properties = {} }: Json, at: string, names: readonly string[]): Json {
    const fields = properties as Record<string, Json>;
    return Object.fromEntries(names.map((name) => [name, this.of(fields[name] ?? {}, `${at}.${name}`)]));
  }

  /** What a client could send: all that is required, and as much of the rest as makes it valid. */
  body(schema: Json, rule: z.ZodType, at: string): unknown {
    const name = nameOf(schema);
    const object = name === undefined ? schema : (this.#book.components[name] ?? {});
    const names = required(object);
    const others = Object.keys((object.properties ?? {}) as Json).filter((field) => !names.includes(field));
    for (const other of [undefined, ...others]) {
      if (other !== undefined) names.push(other);
      const value = this.object(object, at, names);
      if (names.length > 0 && rule.safeParse(value).success) return value;
    }
    throw new Error(`${at}: the examples of its fields do not make a valid body`);
  }
}

const required = (schema: Json): string[] => [...((schema.required ?? []) as string[])];

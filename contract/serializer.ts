/**
 * Serializers for reply schemas.
 *
 * Only declared fields are sent, whatever else a row contains. Replies are not validated here. The tests parse every reply with its schema.
 */
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import { z } from 'zod';

export type Serializer = (value: unknown) => string;

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Compiled serializers. Several operations share a reply schema, and tests build many apps in one process. */
const COMPILED = new WeakMap<z.ZodType, Serializer>();

/** Returns the serializer of a reply schema. Compiling takes some milliseconds, so it happens once per schema. */
export function serializerOf(schema: z.ZodType): Serializer {
  const serializer = COMPILED.get(schema) ?? compile(schema);
  COMPILED.set(schema, serializer);
  return serializer;
}

function compile(schema: z.ZodType): Serializer {
  // An empty registry has no ids, so that shared types are inlined: fast-json-stringify ignores `nullable` next to a $ref.
  const json = z.toJSONSchema(schema, { io: 'output', target: 'draft-7', metadata: z.registry<object>() });
  return fastJsonStringify(toSerializableSchema(json) as Schema);
}

/**
 * Returns the schema in the form that fast-json-stringify needs.
 *
 * `T or null` with `additionalProperties: false` would throw on a surplus field. T therefore becomes `nullable` and objects become open.
 * Only declared fields are written nevertheless. Keywords that only validate are dropped too, also because `const` and `enum` would refuse
 * the `null` that `nullable` allows.
 */
function toSerializableSchema(schema: JsonSchema): JsonSchema {
  const { properties, required, items, additionalProperties } = schema;
  const branches = schema.anyOf as JsonSchema[] | undefined;
  const types = branches ?? [schema.type].flat().map((type) => ({ ...schema, type }) as JsonSchema);
  const values = types.filter((branch) => branch.type !== 'null');
  const nullable = values.length < types.length;
  if (branches || values.length > 1) {
    const [first = {}, ...others] = values.map(toSerializableSchema);
    if (!nullable) return others.length > 0 ? { anyOf: [first, ...others] } : first;
    if (others.length > 0 || first.anyOf) throw new TypeError('a union of several types with null has no serializer');
    return { ...first, nullable };
  }

  const result: JsonSchema = { type: values[0]?.type, nullable };
  if (required) result.required = required;
  if (properties) result.properties = mapValues(properties, toSerializableSchema);
  if (items) result.items = toSerializableSchema(items as JsonSchema);
  if (typeof additionalProperties === 'object') result.additionalProperties = toSerializableSchema(additionalProperties);
  return result;
}

function mapValues<T, U>(object: Record<string, unknown>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value as T)]));
}

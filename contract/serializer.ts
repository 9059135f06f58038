/**
 * Reply schemas as serializers: only declared fields reach the wire, whatever a row carries besides. Replies are not
 * validated here; the tests parse every reply with the schema itself.
 */
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import { z } from 'zod';

export type Serializer = (value: unknown) => string;

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Several operations reply alike, and tests build many apps in one process. */
const COMPILED = new WeakMap<z.ZodType, Serializer>();

/** Compiles a reply schema (some milliseconds: once per schema, not per request). */
export function serializerOf(schema: z.ZodType): Serializer {
  const serializer = COMPILED.get(schema) ?? compile(schema);
  COMPILED.set(schema, serializer);
  return serializer;
}

function compile(schema: z.ZodType): Serializer {
  // An empty registry has no ids, so that shared types stand inline: fast-json-stringify ignores `nullable` beside a $ref.
  const json = z.toJSONSchema(schema, { io: 'output', target: 'draft-7', metadata: z.registry<object>() });
  return fastJsonStringify(cleaned(json) as Schema);
}

/**
 * What fast-json-stringify needs otherwise than zod says it: `T or null` with `additionalProperties: false` throws on a
 * surplus field, so T becomes `nullable` and objects open (it still writes declared fields only). Keywords that only
 * validate go too, also because `const` and `enum` would refuse the null that `nullable` allows.
 */
function cleaned(schema: JsonSchema): JsonSchema {
  const { properties, required, items, additionalProperties } = schema;
  const branches = schema.anyOf as JsonSchema[] | undefined;
  const types = branches ?? [schema.type].flat().map((type) => ({ ...schema, type }) as JsonSchema);
  const values = types.filter((branch) => branch.type !== 'null');
  const nullable = values.length < types.length;
  if (branches || values.length > 1) {
    const [first = {}, ...others] = values.map(cleaned);
    if (!nullable) return others.length > 0 ? { anyOf: [first, ...others] } : first;
    if (others.length > 0 || first.anyOf) throw new TypeError('a union of several types with null has no serializer');
    return { ...first, nullable };
  }

  const result: JsonSchema = { type: values[0]?.type, nullable };
  if (required) result.required = required;
  if (properties) result.properties = mapValues(properties, cleaned);
  if (items) result.items = cleaned(items as JsonSchema);
  if (typeof additionalProperties === 'object') result.additionalProperties = cleaned(additionalProperties);
  return result;
}

function mapValues<T, U>(object: Record<string, unknown>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value as T)]));
}

/** Random values that fit a schema of the contract. For tests only. */
import fc from 'fast-check';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Returns values of a schema in wire form, without values that its `refine` rules reject. */
export function valuesOf<S extends z.ZodType>(schema: S): fc.Arbitrary<z.input<S>> {
  const json = z.toJSONSchema(schema, { io: 'input', metadata: z.registry<object>() });
  return arbitraryOf(json).filter((value) => schema.safeParse(value).success) as fc.Arbitrary<z.input<S>>;
}

function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => arbitraryOf({ ...schema, type } as JsonSchema)));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((branch) => arbitraryOf(branch as JsonSchema)));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: minimumOf(schema), max: Math.min(schema.maximum ?? MAX_INTEGER, MAX_INTEGER) });
    case 'number':
      // Whole cents, so that every amount of money is exact.
      return fc.integer({ min: minimumOf(schema) * 100, max: MAX_INTEGER }).map((cents) => cents / 100);
    case 'string':
      return textOf(schema);
    case 'array':
      return fc.array(arbitraryOf((schema.items ?? {}) as JsonSchema), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3)),
      });
    case 'object':
      return objectOf(schema);
    default:
      throw new TypeError(`no values for ${JSON.stringify(schema)}`);
  }
}

const MAX_INTEGER = 1_000_000_000;
const minimumOf = (schema: JsonSchema): number =>
  Math.ceil(schema.minimum ?? (schema.exclusiveMinimum as number | undefined) ?? -MAX_INTEGER);

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'ipv4') return fc.ipV4();
  if (format === 'ipv6') return fc.ipV6();
  if (format === 'uri') return fc.webUrl();
  if (format === 'email') return fc.emailAddress();
  if (format === 'cidrv4') return fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map(([ip, size]) => `${ip}/${size}`);
  if (format === 'cidrv6') return fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })).map(([ip, size]) => `${ip}/${size}`);
  const lengths = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) };
  if (pattern?.includes('\\x00') || pattern === '^[A-Za-z0-9.-]+$') return fc.domain();
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: Math.max(maxLength, 64) });
  return fc.string({ ...lengths, unit: 'binary' });
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([key, value]) => [key, arbitraryOf(value as JsonSchema)]);
  if (fields.length === 0 && typeof additionalProperties === 'object') {
    return fc.dictionary(fc.string({ minLength: 1 }), arbitraryOf(additionalProperties), { maxKeys: 3, noNullPrototype: true });
  }
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[], noNullPrototype: true });
}

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  bodyLimitOf,
  formatBytes,
  MAX_BODY_BYTES,
  MAX_FORM_FIELDS,
  MAX_FORM_TEXT_BYTES,
  MAX_ITEMS,
  MAX_KEYS,
} from './body-limits.ts';
import type { Operation } from './define.ts';
import { OPERATION_NAMES, operationOf } from './operations.ts';

interface Schema {
  type?: string;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  anyOf?: Schema[];
}

interface Size {
  bytes: number;
  /** Keys of all objects. `items` counts the items of all lists. */
  keys: number;
  items: number;
}

/** Length of an IPv6 network in quotes. No number, date or word of a list is longer. */
const SHORT = 45;
/** Maximum bytes of a character in UTF-8. */
const LETTER_BYTES = 4;
/** Maximum number of names by address, which the rules of the operation limit (`UpdateIpAddress`). */
const MAX_NAMES = 100;

/** Returns the maximum size of a valid value of the schema, written without spaces. */
function largest(schema: Schema): Size {
  if (schema.anyOf) return widest(schema.anyOf.map(largest));
  if (schema.items) return list(largest(schema.items), schema.maxItems ?? Number.POSITIVE_INFINITY);
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, inner]) => withName(name.length, largest(inner)));
    return fields.reduce(sum, { bytes: 2, keys: 0, items: 0 });
  }
  if (typeof schema.additionalProperties === 'object')
    return times(withName(SHORT, largest(schema.additionalProperties)), MAX_NAMES);
  return { bytes: Math.max(SHORT, (schema.maxLength ?? 0) * LETTER_BYTES), keys: 0, items: 0 };
}

const widest = (sizes: Size[]): Size => ({
  bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
  keys: Math.max(...sizes.map(({ keys }) => keys)),
  items: Math.max(...sizes.map(({ items }) => items)),
});
const sum = (a: Size, b: Size): Size => ({ bytes: a.bytes + b.bytes, keys: a.keys + b.keys, items: a.items + b.items });
const times = ({ bytes, keys, items }: Size, count: number): Size => ({
  bytes: 2 + count * (bytes + 1),
  keys: count * keys,
  items: count * items,
});
const list = (each: Size, count: number): Size => sum(times(each, count), { bytes: 0, keys: 0, items: count });
const withName = (length: number, { bytes, keys, items }: Size): Size => ({ bytes: bytes + length + 4, keys: keys + 1, items });

const sizeOf = ({ body }: Operation): Size =>
  largest(z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Schema);

const withBody = OPERATION_NAMES.map((name) => ({ name, operation: operationOf(name) })).filter(
  ({ operation }) => operation.body,
);

describe.each(withBody)('$name', ({ operation }) => {
  it('has room for every valid body', () => {
    const { bytes, keys, items } = sizeOf(operation);
    if (operation.bodyKind === 'multipart') {
      expect(bytes).toBeLessThan(MAX_FORM_TEXT_BYTES);
      expect(keys).toBeLessThan(MAX_FORM_FIELDS);
    } else {
      expect(bytes).toBeLessThan(bodyLimitOf(operation));
      expect(keys).toBeLessThan(MAX_KEYS);
      expect(items).toBeLessThan(MAX_ITEMS);
    }
  });
});

it('is 128 KiB unless the entry says otherwise', () => {
  const others = OPERATION_NAMES.filter((name) => bodyLimitOf(operationOf(name)) !== MAX_BODY_BYTES);
  expect(others).toEqual(['createTicket', 'replyToTicket']);
  expect(formatBytes(MAX_BODY_BYTES)).toBe('128 KiB');
  expect(formatBytes(bodyLimitOf(operationOf('createTicket')))).toBe('30 MiB');
});

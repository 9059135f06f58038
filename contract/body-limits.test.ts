import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BODY_BYTES, bodyLimitOf, bytesInWords, FORM_FIELDS, FORM_TEXT_BYTES, MOST_ITEMS, MOST_KEYS } from './body-limits.ts';
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
  /** Of all objects, and of all lists. */
  keys: number;
  items: number;
}

/** An IPv6 network in quotes. No number, date, or word of a list is longer. */
const SHORT = 45;
/** Of a letter in UTF-8. */
const LETTER_BYTES = 4;
/** Names by address, where the rules of the operation bound their number (`UpdateIpAddress`). */
const MOST_NAMES = 100;

/** The most that a valid value of the schema may have, written without spaces. */
function largest(schema: Schema): Size {
  if (schema.anyOf) return widest(schema.anyOf.map(largest));
  if (schema.items) return list(largest(schema.items), schema.maxItems ?? Number.POSITIVE_INFINITY);
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, inner]) => withName(name.length, largest(inner)));
    return fields.reduce(sum, { bytes: 2, keys: 0, items: 0 });
  }
  if (typeof schema.additionalProperties === 'object')
    return times(withName(SHORT, largest(schema.additionalProperties)), MOST_NAMES);
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
      expect(bytes).toBeLessThan(FORM_TEXT_BYTES);
      expect(keys).toBeLessThan(FORM_FIELDS);
    } else {
      expect(bytes).toBeLessThan(bodyLimitOf(operation));
      expect(keys).toBeLessThan(MOST_KEYS);
      expect(items).toBeLessThan(MOST_ITEMS);
    }
  });
});

it('is 128 KiB unless the entry says otherwise', () => {
  const others = OPERATION_NAMES.filter((name) => bodyLimitOf(operationOf(name)) !== BODY_BYTES);
  expect(others).toEqual(['createTicket', 'replyToTicket']);
  expect(bytesInWords(BODY_BYTES)).toBe('128 KiB');
  expect(bytesInWords(bodyLimitOf(operationOf('createTicket')))).toBe('30 MiB');
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OPERATION_NAMES, OPERATIONS, operationOf } from './operations.ts';
import { serializerOf } from './serializer.ts';
import { valuesOf } from './testing/arbitrary.ts';

describe('serializers', () => {
  const withJson = OPERATION_NAMES.flatMap((name) => {
    const { schema } = operationOf(name).reply;
    return schema ? [{ name, schema }] : [];
  });

  it.each(withJson)('write a reply of $name as JSON.stringify would', ({ schema }) => {
    const serialize = serializerOf(schema);
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        expect(JSON.parse(serialize(value))).toEqual(JSON.parse(JSON.stringify(schema.parse(value))));
      }),
      { numRuns: 20, seed: 7 },
    );
  });

  it('leave out undeclared fields, also in nullable objects', () => {
    const schema = z.strictObject({ a: z.strictObject({ b: z.string() }).nullable() });
    const serialize = serializerOf(schema);
    expect(serialize({ a: { b: 'x', secret: 1 }, secret: 2 })).toBe('{"a":{"b":"x"}}');
    expect(serialize({ a: null })).toBe('{"a":null}');
  });

  it('write null for a missing literal', () => {
    const serialize = serializerOf(OPERATIONS.getServer.reply.schema.pick({ locked: true }));
    expect(serialize({ locked: null })).toBe('{"locked":null}');
    expect(serialize({ locked: 'true' })).toBe('{"locked":"true"}');
  });

  it('refuse an unsupported schema', () => {
    expect(() => serializerOf(z.union([z.string(), z.int()]).nullable())).toThrow(TypeError);
  });
});

/**
 * Tests random queries and bodies for all operations: every reply is listed in the contract, and none is 500. `openLab` throws on an
 * unlisted failure, and on a reply that violates its schema.
 */
import { failuresOf } from '@innkeeper/contract/operations';
import { STATUS } from '@innkeeper/http/reply/status';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSetup, operations, type RequestChanges, requestFor, type Setup, validBody } from './setup.ts';

/** Fixed seed, so every run sends the same requests. A larger `FUZZ_RUNS` searches more. */
const SEED = 1_618_033;
const RUNS = Number(process.env.FUZZ_RUNS ?? 25);

let setup: Setup;
beforeAll(async () => {
  setup = await openSetup();
});
afterAll(() => setup.lab.close());

/** Texts that break databases, patterns and parsers. */
const HOSTILE = [
  '\u0000',
  'a\u0000b',
  "'; drop table servers; --",
  '%_\\',
  'ä'.repeat(200),
  'x'.repeat(9_000),
  '\u202e',
  '\ud800',
];

/** Values that have broken programs before. */
const nasty = fc.constantFrom<unknown>(
  ...[null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -0, '', ' ', 'null', '0', '-1', '1e9', 'NaN', 'true'],
  ...['\u0000', 'a\u0000b', '\ud800', '\u202e', 'ä'.repeat(300), 'x'.repeat(9_000), "'; drop table servers; --", '%', '_', '\\'],
  ...[
    '../../etc/passwd',
    '{}',
    '[]',
    '__proto__',
    '1.2.3.4',
    '::1',
    '::ffff:1.2.3.4',
    '10.0.0.0/8',
    '2026-02-30',
    '9'.repeat(40),
  ],
  ...[[], {}, [[]], [null], { a: 1 }, { length: 3 }, ['x', 'x'], Array.from({ length: 200 }, (_, i) => i)],
);
const value = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }), fc.integer(), fc.string({ unit: 'binary', maxLength: 40 }));
const text = value.map((any) => (typeof any === 'string' ? any : JSON.stringify(any)).toString());

/** Returns bodies of known fields with random values, a random field, or a random value. */
function bodies(valid: unknown): fc.Arbitrary<unknown> {
  if (typeof valid !== 'object' || valid === null) return fc.oneof(fc.constant(undefined), value);
  const fields = Object.keys(valid);
  const twisted = fc
    .tuple(fc.dictionary(fc.constantFrom(...fields, 'colour'), value, { maxKeys: 3 }), fc.subarray(fields, { maxLength: 1 }))
    .map(([wild, left]) => Object.fromEntries(Object.entries({ ...valid, ...wild }).filter(([field]) => !left.includes(field))));
  return fc.oneof(
    { weight: 4, arbitrary: twisted },
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: fc.constant(valid) },
  );
}

function queries(names: string[]): fc.Arbitrary<Record<string, string | string[]>> {
  const name = fc.oneof(...(names.length > 0 ? [fc.constantFrom(...names)] : []), fc.constant('colour'));
  return fc.dictionary(name, fc.oneof(text, fc.array(text, { maxLength: 3 })), { maxKeys: 3 });
}

describe.each(operations())('$name', ({ name, operation }) => {
  const listed = new Set<number>([operation.reply.status, ...failuresOf(name).map((code) => STATUS[code])]);
  listed.delete(STATUS.internal);
  const params = Object.keys(operation.params?.shape ?? {});
  const paths = fc.dictionary(fc.constantFrom(...params, 'none'), fc.oneof(fc.nat(3_000_000_000), text), { maxKeys: 1 });

  const answersAsPromised = async (changes: RequestChanges): Promise<void> => {
    const reply = await setup.send(requestFor(name, setup.me, changes));
    // A path that matches no route (too long, or a slash in an id) does not reach this operation.
    if (reply.body?.code === 'unknown_path' || reply.body?.code === 'method_not_allowed') return;
    expect(listed, JSON.stringify(changes)).toContain(reply.status);
  };

  it('replies to hostile text in each field as the contract says', async () => {
    const body = validBody(name);
    const fields = Object.keys(Object(body) as object);
    for (const hostile of HOSTILE) {
      for (const parameter of Object.keys(operation.query?.shape ?? {})) {
        await answersAsPromised({ query: { [parameter]: hostile } });
      }
      for (const field of fields) await answersAsPromised({ body: { ...(body as object), [field]: hostile } });
    }
  });

  it('replies to random input as the contract says', async () => {
    const request = fc.record({
      params: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: paths }),
      query: fc.oneof(fc.constant({}), queries(Object.keys(operation.query?.shape ?? {}))),
      body: bodies(validBody(name)),
    });
    const tried = fc.asyncProperty(request, (changes) => answersAsPromised({ ...changes, params: encodable(changes.params) }));
    await fc.assert(tried, { seed: SEED, numRuns: RUNS });
  });
});

/** Makes ids encodable: a lone surrogate cannot be encoded, and an empty id makes another path. */
function encodable(params: Record<string, string | number>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, id]) => [name, String(id).replace(/[\ud800-\udfff]/g, '?') || 'empty']),
  );
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSetup, operations, requestFor, type Setup } from './setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await openSetup();
});
afterAll(() => setup.lab.close());

/** Id without a resource: it fits into 32 bits and exceeds any id in the tests. */
const ABSENT = 2_000_000_000;
/** Ids that cannot exist. */
const IMPOSSIBLE = ['2147483648', '99999999999999999999', '0', '-1', '01', '1.5', '1e3', 'x', '%00', '%C3%A4', '1%20'];

const named = operations(({ resources = [] }) => resources.length > 0);
const owned = operations(({ resources = [] }) => resources.some(({ kind }) => kind !== 'plan'));
const nested = operations(({ resources = [] }) => resources.some(({ within }) => within !== undefined));

describe.each(owned)("$name, on another account's", ({ name }) => {
  it('returns 403', async () => {
    const reply = await setup.send(requestFor(name, setup.me, { of: setup.other }));
    expect(reply).toMatchObject({ status: 403, body: { code: 'not_yours' } });
  });
});

describe.each(named)('$name, on an absent resource', ({ name, operation: { resources = [] } }) => {
  it.each(resources.map(({ param }) => param))('returns 404: %s', async (param) => {
    const reply = await setup.send(requestFor(name, setup.me, { params: { [param]: ABSENT } }));
    expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each(resources.map(({ param }) => param))('returns 404 for an invalid id: %s', async (param) => {
    for (const id of IMPOSSIBLE) {
      const request = requestFor(name, setup.me, { params: { [param]: 'ID' } });
      const reply = await setup.send({ ...request, url: String(request.url).replace('ID', id) });
      expect(reply, id).toMatchObject({ status: 404 });
    }
  });
});

describe.each(nested)('$name, in another parent', ({ name, operation: { resources = [] } }) => {
  it('returns 404 for a parent that the resource does not belong to', async () => {
    const inner = resources.find(({ within }) => within !== undefined);
    if (!inner) throw new Error('nothing is inside');
    const params = { [inner.param]: setup.other.has[inner.kind] };
    const reply = await setup.send(requestFor(name, setup.me, { params }));
    expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

it('every operation on an owned resource is tested', () => {
  expect(owned.length).toBeGreaterThan(50);
  expect(nested.map(({ name }) => name)).toContain('changeRenewalPeriod');
});

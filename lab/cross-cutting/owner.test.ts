import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSetup, operations, requestFor, type Setup } from './setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await openSetup();
});
afterAll(() => setup.lab.close());

/** An id without a resource: 32-bit, and larger than any id in the tests. */
const ABSENT = 2_000_000_000;
/** None of these is the id of anything that could exist. */
const IMPOSSIBLE = ['2147483648', '99999999999999999999', '0', '-1', '01', '1.5', '1e3', 'x', '%00', '%C3%A4', '1%20'];

const named = operations(({ resources = [] }) => resources.length > 0);
const owned = operations(({ resources = [] }) => resources.some(({ kind }) => kind !== 'plan'));
const nested = operations(({ resources = [] }) => resources.some(({ within }) => within !== undefined));

describe.each(owned)("$name, on another account's", ({ name }) => {
  it('is 403', async () => {
    const reply = await setup.send(requestFor(name, setup.me, { of: setup.other }));
    expect(reply).toMatchObject({ status: 403, body: { code: 'not_yours' } });
  });
});

describe.each(named)('$name, on an absent resource', ({ name, operation: { resources = [] } }) => {
  it.each(resources.map(({ param }) => param))('is 404: %s', async (param) => {
    const reply = await setup.send(requestFor(name, setup.me, { params: { [param]: ABSENT } }));
    expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each(resources.map(({ param }) => param))('is 404 for what cannot be an id: %s', async (param) => {
    for (const id of IMPOSSIBLE) {
      const request = requestFor(name, setup.me, { params: { [param]: 'ID' } });
      const reply = await setup.send({ ...request, url: String(request.url).replace('ID', id) });
      expect(reply, id).toMatchObject({ status: 404 });
    }
  });
});

describe.each(nested)('$name, in a parent that it does not belong to', ({ name, operation: { resources = [] } }) => {
  it('is 404', async () => {
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

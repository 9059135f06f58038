import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenAffiliate } from '../given-affiliates.ts';
import { openSetup, operations, requestFor, type Setup } from './setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await openSetup();
  // Lists of the affiliate program require membership.
  await givenAffiliate(setup.lab.db, { account: setup.me });
});
afterAll(() => setup.lab.close());

const refused = (field: string) => ({ status: 422, body: { code: 'validation', errors: { [field]: [expect.any(String)] } } });
const lists = operations(({ reply }) => reply.paginated === true);

describe.each(operations())('$name', ({ name, operation: { query } }) => {
  it.each(['filter[colour]', 'colour', 'sort[colour]', 'include[colour]', '__proto__', 'page[]'])(
    'names an unknown parameter: %s',
    async (parameter) => {
      const reply = await setup.send(requestFor(name, setup.me, { query: { [parameter]: 'red' } }));
      expect(reply).toMatchObject({ status: 422, body: { code: 'validation' } });
      // Checks the text, because a parsed object hides `__proto__`.
      expect(reply.text).toContain(`"${parameter}":[`);
    },
  );

  it('names twenty of many unknown parameters, each cut to 64 characters', async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}-${'x'.repeat(70)}`, '1']));
    const reply = await setup.send(requestFor(name, setup.me, { query: many(100) }));
    expect(reply).toMatchObject({ status: 422, body: { errors: { query: ['Further errors: 80.'] } } });
    expect(Object.keys(reply.body.errors)).toHaveLength(21);
    for (const field of Object.keys(reply.body.errors)) expect(field.length).toBeLessThanOrEqual(64);
    for (const query of [many(201), { 'include[]': Array.from({ length: 201 }, () => 'a') }])
      expect(await setup.send(requestFor(name, setup.me, { query }))).toMatchObject(refused('query'));
  });

  it('refuses a repeated parameter that is not a list', async () => {
    for (const parameter of Object.keys(query?.shape ?? {}).filter((key) => !key.endsWith('[]'))) {
      const reply = await setup.send(requestFor(name, setup.me, { query: { [parameter]: ['1', '2'] } }));
      expect(reply, parameter).toMatchObject(refused(parameter));
    }
  });
});

describe.each(lists)('$name', ({ name }) => {
  it.each(['0', '51', 'x', '', '-1', '1.5', '1e1', '99999999999999999999'])('refuses per_page=%s', async (per_page) => {
    expect(await setup.send(requestFor(name, setup.me, { query: { per_page } }))).toMatchObject(refused('per_page'));
  });

  it.each(['0', 'x', '', '-1', '1.5', '99999999999999999999'])('refuses page=%s', async (page) => {
    expect(await setup.send(requestFor(name, setup.me, { query: { page } }))).toMatchObject(refused('page'));
  });

  it('accepts per_page=1 and per_page=50', async () => {
    for (const per_page of [1, 50]) {
      const reply = await setup.send(requestFor(name, setup.me, { query: { per_page } }));
      expect(reply).toMatchObject({ status: 200, body: { meta: { per_page } } });
    }
  });
});

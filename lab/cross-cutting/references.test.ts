/** Tests that a 422 names all wrong fields at once: fields that the schema refuses, and references to missing resources. */
import type { OperationName } from '@innkeeper/contract/operations';
import { supportPlansOnSale } from '@innkeeper/db/tables/support-plans';
import { createToken } from '@innkeeper/db/tables/tokens';
import type { BodyReference, CatalogueReference } from '@innkeeper/model/requests/references';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../app.ts';
import { givenServer } from '../given.ts';
import { givenPaymentMethods } from '../given-payments.ts';
import { openSetup, operations, requestFor, type Setup, validBody } from './setup.ts';

/** Kinds without an account. */
type Unowned = CatalogueReference | 'image';

let setup: Setup;
let unowned: Readonly<Record<Unowned, number | string>>;
beforeAll(async () => {
  setup = await openSetup();
  await givenPaymentMethods(setup.lab.db);
  unowned = await readUnowned();
});
afterAll(() => setup.lab.close());

const naming = operations(({ references }) => references !== undefined).map(({ name, operation }) => ({
  name,
  operation,
  references: Object.entries(operation.references ?? {}) as [string, BodyReference][],
}));

/** Fields of which a body has at most one. */
const SOURCES = ['image_id', 'snapshot_id', 'backup_id', 'primary_iso_id'];
const MORE: Partial<Record<OperationName, object>> = {
  createTicket: { service_type: 'server' },
  deployServer: { name: 'web-1', plan: 'nano', password: 'only for the test' },
  payOrders: { payment_method: 'balance' },
};
const LISTS = ['ssh_keys', 'ids', 'server_ids', 'order_ids'];
const KEYS = ['plan', 'cpanel', 'payment_method'];
const ABSENT = 2_000_000_000;

const absent = (field: string) => (KEYS.includes(field) ? 'no-such' : ABSENT);
const placeOf = (field: string) => (LISTS.includes(field) ? `${field}.0` : field);

/** Returns a valid body in which `field` names `value`, without fields that exclude it. */
function bodyNaming(name: OperationName, field: string, value: unknown): object {
  const others = SOURCES.includes(field) ? SOURCES : [];
  const valid = Object.entries({ ...(validBody(name) as object), ...MORE[name] }).filter(([key]) => !others.includes(key));
  return { ...Object.fromEntries(valid), [field]: LISTS.includes(field) ? [value] : value };
}

const send = (name: OperationName, body: object): Promise<Answer> => setup.send(requestFor(name, setup.me, { body }));
const errorsOf = ({ body }: Answer): Record<string, string[]> => body.errors ?? {};

describe.each(naming)('$name', ({ name, references }) => {
  it('reports missing references together with a wrong field, with the same messages as without that field', async () => {
    for (const [field] of references) {
      const body = bodyNaming(name, field, absent(field));
      const merged = await send(name, { ...body, colour: 'red' });
      expect(merged.status, field).toBe(422);
      const { colour, ...others } = errorsOf(merged);
      expect(colour, field).toBeDefined();
      expect(others, field).toHaveProperty([placeOf(field)]);
      const alone = await send(name, body);
      expect(errorsOf(alone), field).toMatchObject(others);
    }
  });

  it('reveals neither existing resources nor those of another account', async () => {
    for (const [field, kind] of references) {
      for (const value of valuesOf(kind)) {
        expect(value, `${field} ${kind}`).toBeDefined();
        const reply = await send(name, { ...bodyNaming(name, field, value), colour: 'red' });
        expect(
          Object.keys(errorsOf(reply)).filter((key) => key.split('.')[0] === field),
          `${field} ${value}`,
        ).toEqual([]);
      }
    }
  });
});

/** Returns values of a kind that the reply may not refuse: an entry available to all accounts, or a row of each account. */
function valuesOf(kind: BodyReference): (number | string)[] {
  if (kind in unowned) return [unowned[kind as Unowned]];
  return [setup.me, setup.other].map(({ has }) => has[kind as keyof typeof has]);
}

async function readUnowned(): Promise<typeof unowned> {
  const { db } = setup.lab;
  const idIn = async (table: 'images' | 'countries' | 'support_departments', isUsable = sql`disabled_at is null`) => {
    const found = await sql<{ id: number }>`select id from ${sql.table(table)} where ${isUsable} limit 1`.execute(db);
    return found.rows[0]?.id ?? ABSENT;
  };
  return {
    ...{ plan: 'nano', plan_on_sale: 'nano', addon: 'cpanel-admin-5', payment_method: 'card' },
    support_plan_on_sale: (await supportPlansOnSale(db))[0]?.key ?? 'no-such',
    image: await idIn('images'),
    country: await idIn('countries', sql`true`),
    department: await idIn('support_departments'),
  };
}

it('reports all wrong fields of a deploy in one reply', async () => {
  const reply = await send('deployServer', {
    name: 'not a name',
    plan: 'no-such',
    image_id: ABSENT,
    secondary_iso_id: ABSENT,
    ssh_keys: [setup.me.has.ssh_key, 'x', ABSENT, setup.other.has.ssh_key],
    cpanel: 'no-such',
    password: 'short',
  });
  expect(reply).toMatchObject({ status: 422, body: { code: 'validation' } });
  expect(Object.keys(errorsOf(reply)).sort()).toEqual(
    ['cpanel', 'image_id', 'name', 'password', 'plan', 'secondary_iso_id', 'ssh_keys.1', 'ssh_keys.2'].sort(),
  );
});

it('reports all references of a use case that checks them sequentially', async () => {
  expect(errorsOf(await send('reinstallServer', { image_id: ABSENT, ssh_keys: [ABSENT] }))).toEqual({
    image_id: ['This image does not exist.'],
    'ssh_keys.0': ['This SSH key does not exist.'],
  });
});

it("reveals nothing about servers outside of a token's scope", async () => {
  const { lab, me } = setup;
  const other = await givenServer(lab.db, { accountId: me.accountId });
  const { token } = await createToken(lab.db, { ...me, name: 'bound', abilities: ['read', 'write'], servers: [other] });
  const restore = (body: object) => setup.send(requestFor('restoreServer', me, { token, params: { id: other }, body }));
  expect(Object.keys(errorsOf(await restore({ snapshot_id: me.has.snapshot, colour: 'red' })))).toEqual(['colour']);
  expect((await restore({ snapshot_id: me.has.snapshot })).body.code).toBe('out_of_scope');
});

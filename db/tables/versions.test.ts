import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount, givenNode, givenServer, givenSshKey } from '@innkeeper/lab/given';
import { givenTaxJson } from '@innkeeper/lab/given-tax';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { fixedStep } from '@innkeeper/model/pricing/explanation';
import { plainTax, priceLine } from '@innkeeper/model/pricing/line';
import { type Kysely, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deposit } from '../ledger.ts';
import type { Database } from '../schema.ts';
import { insertOrder } from './orders.ts';
import { readVersions } from './versions.ts';

let lab: TestDatabase;
let me: GivenAccount & { server: number };
let other: GivenAccount;
beforeAll(async () => {
  lab = await openTestDatabase({ max: 10 });
  const account = await givenAccount(lab.db, { funds: 1_000n });
  me = { ...account, server: await givenServer(lab.db, { accountId: account.accountId }) };
  other = await givenAccount(lab.db, { funds: 1_000n });
});
afterAll(() => lab.close());

/** Returns the versions of the catalogue, of the first account and of the other. */
async function versions(): Promise<[bigint, bigint, bigint]> {
  const { catalogue, accounts } = await readVersions(lab.pool, [me.accountId, other.accountId]);
  const of = (id: number) => BigInt(accounts.get(id) ?? -1);
  return [BigInt(catalogue), of(me.accountId), of(other.accountId)];
}

/** Returns by how much these versions rise. */
async function raised(act: (trx: Transaction<Database>) => Promise<unknown>): Promise<number[]> {
  const before = await versions();
  await lab.db.transaction().execute(act);
  const after = await versions();
  return after.map((version, i) => Number(version - (before[i] ?? 0n)));
}

const order = (trx: Kysely<Database>) =>
  insertOrder(trx, {
    ...{ account_id: me.accountId, type: 'new-service', status: 'paid', tax: givenTaxJson(0), net: 0n, vat: 0n, gross: 0n },
    payment_method: 'balance',
    lines: [
      {
        label: 'a',
        service_type: 'server',
        service_id: me.server,
        billing_cycle: 1,
        ...priceLine({ steps: [fixedStep(0n)], tax: plainTax(0) }),
      },
    ],
  });

const CARD = { gateway: 'stripe', paymentMethod: 'card', description: 'Deposit', now: new Date('2026-01-02') } as const;

test.each<[string, (trx: Transaction<Database>) => Promise<unknown>]>([
  ['a server', (trx) => trx.updateTable('server_details').set({ power: 'stopped' }).where('id', '=', me.server).execute()],
  ['its service', (trx) => trx.updateTable('services').set({ auto_renew: false }).where('id', '=', me.server).execute()],
  ['its addresses', (trx) => trx.updateTable('ip_addresses').set({ main: false }).where('server_id', '=', me.server).execute()],
  [
    'an address that it loses',
    (trx) =>
      trx
        .updateTable('ip_addresses')
        .set({ server_id: null, account_id: null, main: false })
        .where('server_id', '=', me.server)
        .execute(),
  ],
  ['that it shall end', (trx) => trx.insertInto('cancel_requests').values({ service_id: me.server, now: false }).execute()],
  ['that it shall not', (trx) => trx.deleteFrom('cancel_requests').execute()],
  ['a key', (trx) => givenSshKey(trx, { accountId: me.accountId })],
  [
    'a key of a server',
    (trx) =>
      sql`insert into server_ssh_keys (server_id, ssh_key_id) select ${me.server}, id from ssh_keys where account_id = ${me.accountId}`.execute(
        trx,
      ),
  ],
  ['a key that goes', (trx) => trx.deleteFrom('server_ssh_keys').where('server_id', '=', me.server).execute()],
  ['an order', order],
  ['money', (trx) => deposit(trx, { accountId: me.accountId, amount: 5n, ...CARD })],
  ['its lines', (trx) => trx.updateTable('order_lines').set({ label: 'b' }).where('service_id', '=', me.server).execute()],
  [
    'all of that at once',
    async (trx) => {
      await order(trx);
      await givenSshKey(trx, { accountId: me.accountId });
      await trx.updateTable('server_details').set({ power: 'running' }).where('id', '=', me.server).execute();
    },
  ],
])('%s raises the version of its account once, and no other', async (_what, act) => {
  expect(await raised(act)).toEqual([0, 1, 0]);
});

test('incoming money raises the version of its account', async () => {
  const before = await versions();
  const rich = await givenAccount(lab.db, { funds: 5n });
  expect((await readVersions(lab.pool, [rich.accountId])).accounts.get(rich.accountId)).toBe('1');
  expect(await versions()).toEqual(before);
});

test('a row that changes owner raises the versions of both', async () => {
  const { id } = await givenSshKey(lab.db, { accountId: me.accountId });
  const handed = (trx: Kysely<Database>) =>
    trx.updateTable('ssh_keys').set({ account_id: other.accountId }).where('id', '=', id).execute();
  expect(await raised(handed)).toEqual([0, 1, 1]);
});

test('plans and images raise only the version of the catalogue', async () => {
  expect(await raised((trx) => trx.updateTable('plans').set({ position: 7 }).execute())).toEqual([1, 0, 0]);
  expect(await raised((trx) => trx.updateTable('images').set({ position: 7 }).execute())).toEqual([1, 0, 0]);
  expect(await raised((trx) => trx.updateTable('images').set({ position: 7 }).execute())).toEqual([0, 0, 0]);
});

test('data that no cached read shows raises no version', async () => {
  const node = await givenNode(lab.db);
  const bookkeeping = async (trx: Kysely<Database>) => {
    await trx.updateTable('nodes').set({ seen_at: new Date(), vcpus_used: 1 }).where('id', '=', node).execute();
    await givenTicket(trx, { accountId: me.accountId });
    await trx.updateTable('services').set({ auto_renew: false }).where('id', '=', me.server).execute();
    await trx.updateTable('access_tokens').set({ last_used_at: new Date() }).where('account_id', '=', me.accountId).execute();
  };
  expect(await raised(bookkeeping)).toEqual([0, 0, 0]);
});

test('the version is independent of the event number', async () => {
  const before = await lab.db.selectFrom('event_heads').selectAll().where('account_id', '=', me.accountId).executeTakeFirst();
  await givenSshKey(lab.db, { accountId: me.accountId });
  await givenTicket(lab.db, { accountId: me.accountId });
  const after = await lab.db.selectFrom('event_heads').selectAll().where('account_id', '=', me.accountId).executeTakeFirst();
  expect([Number(after?.last_id) - Number(before?.last_id), Number(after?.version) - Number(before?.version)]).toEqual([1, 1]);
});

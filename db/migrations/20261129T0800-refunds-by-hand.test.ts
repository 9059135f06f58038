import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deposit } from '../ledger.ts';
import { MIGRATIONS } from './all.gen.ts';

let lab: TestDatabase;
beforeEach(async () => {
  lab = await openTestDatabase();
});
afterEach(() => lab.close());

/** Inserts a payment of 20.00 with a refund. Returns the id of the refund. */
async function givenRefund(gateway: 'bank' | 'sandbox', state: 'pending' | 'succeeded'): Promise<number> {
  const { accountId: account_id } = await givenAccount(lab.db);
  const reference = `given ${gateway} ${state}`;
  const money = { account_id, gateway, method: gateway, kind: 'transfer', currency: 'EUR', amount: 20_00n, reference } as const;
  const payment = await lab.db.insertInto('payments').values(money).returning('id').executeTakeFirstOrThrow();
  const posted = { accountId: account_id, amount: 1n, gateway, paymentMethod: gateway, description: 'Given', now: new Date() };
  const entry_id = await lab.db.transaction().execute((trx) => deposit(trx, posted));
  const row = {
    payment_id: payment.id,
    amount: 1n,
    reference,
    state,
    entry_id,
    ended_at: state === 'pending' ? null : new Date(),
  };
  return (await lab.db.insertInto('payment_refunds').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

test('marks earlier refunds of transfers as sent by hand, and neither waiting ones nor those of gateways', async () => {
  const sent = await givenRefund('bank', 'succeeded');
  await givenRefund('bank', 'pending');
  await givenRefund('sandbox', 'succeeded');
  await sql`alter table payment_refunds drop column by_hand, drop column payee, drop column iban`.execute(lab.db);
  await MIGRATIONS['20261129T0800-refunds-by-hand']?.up(lab.db);
  const marked = lab.db.selectFrom('payment_refunds').select(['id', 'state']).where('by_hand', '=', true);
  expect(await marked.execute()).toEqual([{ id: sent, state: 'succeeded' }]);
});

/** Tests that an update, a seller who is named late and a restore mail nothing about what was before. */

import { beginRecovering } from '@innkeeper/db/tables/recovering';
import { transact } from '@innkeeper/domain/context';
import { addMailsDue } from '@innkeeper/domain/mail/due';
import { finishRecovery } from '@innkeeper/domain/recovery/finish';
import { announceRenewals } from '@innkeeper/jobs/announce-renewals';
import { composeMails } from '@innkeeper/jobs/compose-mails';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { remindRenewals } from '@innkeeper/jobs/remind-renewals';
import { renewServices } from '@innkeeper/jobs/renew-services';
import { days, hours, minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenSeller, issueNow } from '../../given-invoices.ts';
import { mailsOf } from '../../given-mails.ts';
import { openOperator } from '../../operator.ts';
import { EXPIRY } from '../renewals/given-renewing.ts';
import { openRenewalLab } from './given-renewal-mails.ts';

const UPDATED = new Date(EXPIRY.getTime() - days(5));
const [ACCOUNTS, SERVICES] = [20, 5_000];

let house: Awaited<ReturnType<typeof openRenewalLab>>;
beforeAll(async () => {
  house = await openRenewalLab(UPDATED);
});
afterAll(() => house.lab.close());

const db = () => house.lab.db;
const mails = async () => (await db().selectFrom('mails').select('id').execute()).length;

/** Copies a server. Returns the ids of the copies. */
async function copies(of: number, n: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into services overriding system value
      select r.* from services v, generate_series(1, ${n}) g, lateral jsonb_populate_record(v, jsonb_build_object('id', nextval('services_id_seq') + 0 * g)) r
      where v.id = ${of} returning id)
    insert into server_details
    select r.* from server_details d, made m, lateral jsonb_populate_record(d, jsonb_build_object('id', m.id, 'hostname', 'web-' || m.id)) r
    where d.id = ${of} returning id`.execute(db());
  return rows.map(({ id }) => id);
}

test('a home with 5,000 services and waiting renewals mails nothing at its update', async () => {
  const accounts: GivenAccount[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) accounts.push(await givenAccount(db()));
  for (const [n, { accountId }] of accounts.entries()) {
    // Yearly and monthly services, half of them renewed by hand, and some that are suspended already.
    const given = { auto_renew: n % 2 === 0, billing_cycle: n % 4 === 0 ? 12 : 1 };
    await copies(await house.given.server(accountId, given), SERVICES / ACCOUNTS - 2);
    await house.given.server(accountId, {
      ...{ status: 'suspended', suspended_at: new Date(UPDATED.getTime() - days(1)) },
      expiry_at: new Date(UPDATED.getTime() - days(1)),
    });
  }
  expect(await db().selectFrom('services').select('id').execute()).toHaveLength(SERVICES);
  await renewServices(house.given.cx());
  // An earlier version queued no facts, and has sent its reminders.
  await db().deleteFrom('mails_due').execute();
  await db().deleteFrom('invoices_due').execute();
  const day = EXPIRY.toISOString().slice(0, 10);
  await db()
    .insertInto('mails')
    .values(
      accounts.map(({ accountId, userId, email }) => ({
        ...{ account_id: accountId, user_id: userId, address: email, template: 'renewal-reminder', language: 'en' },
        data: JSON.stringify({ services: [], orders: [], days: 7 }),
        once: `renew:${accountId}:7:${day}:${userId}`,
        ...{ created_at: UPDATED, sent_at: UPDATED, next_try_at: UPDATED },
      })),
    )
    .execute();
  await db()
    .insertInto('mails')
    .values(
      accounts.map(({ accountId, userId, email }, n) => ({
        ...{ account_id: accountId, user_id: userId, address: email, template: 'services-suspended', language: 'en' },
        ...{ data: '{}', once: `old:${n}`, created_at: UPDATED, sent_at: UPDATED, next_try_at: UPDATED },
      })),
    )
    .execute();
  const before = await mails();
  for (const at of [minutes(1), hours(1), hours(30)]) {
    house.setTime(new Date(UPDATED.getTime() + at));
    for (const job of [renewServices, expireServices, composeMails, remindRenewals, announceRenewals, composeMails])
      await job(house.given.cx());
    await issueNow(db(), house.clock);
  }
  expect(await mails()).toBe(before);
  // The next mark is due, and mailed once to each account.
  house.setTime(new Date(EXPIRY.getTime() - days(3)));
  for (let run = 0; run < 2; run += 1) await remindRenewals(house.given.cx());
  expect(await mails()).toBe(before + ACCOUNTS);
}, 120_000);

test('a seller who is named late mails no document that is older than a week', async () => {
  const me = await givenAccount(db());
  const operator = openOperator({ db: db(), clock: house.clock });
  await db().updateTable('seller').set({ name: '' }).execute();
  const addOrder = async () => (await operator.run('addOrder', { account: me.email, lines: ['Setup=50.00'] })).id;
  const start = house.clock.now().getTime();
  const old = await addOrder();
  await house.given.fund(me.accountId, 60_00n);
  await house.lab.call('payOrders', { body: { order_ids: [old] } }, { token: me.token });
  house.setTime(new Date(start + days(2)));
  const recent = await addOrder();
  house.setTime(new Date(start + days(8)));
  await givenSeller(db());
  await db()
    .updateTable('orders')
    .set({ due_at: new Date(start + days(30)) })
    .where('id', '=', recent)
    .execute();
  expect(await issueNow(db(), house.clock)).toBeGreaterThanOrEqual(2);
  house.setTime(new Date(start + days(8) + hours(1)));
  await composeMails(house.given.cx());
  expect((await mailsOf(db(), me)).map(({ template, data }) => [template, 'order' in data && data.order])).toEqual([
    ['order-waiting', recent],
  ]);
  expect(await db().selectFrom('mails_due').select('id').execute()).toEqual([]);
});

test('a restore drops facts, and says of refunds by hand that their transfers may have left already', async () => {
  const me = await givenAccount(db());
  await transact(house.given.cx(), (cx) => addMailsDue(cx, { kind: 'renewal-due', accountId: me.accountId, orderId: 1 }));
  const entry = await house.given.fund(me.accountId, 10_00n);
  const { id: payment } = await db()
    .insertInto('payments')
    .values({
      ...{
        account_id: me.accountId,
        method: 'bank',
        gateway: 'bank',
        kind: 'transfer',
        state: 'succeeded',
        reference: '900000009999',
      },
      ...{ amount: 10_00n, currency: 'EUR', created_at: UPDATED, ended_at: UPDATED },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: refund } = await db()
    .insertInto('payment_refunds')
    .values({
      payment_id: payment,
      amount: 10_00n,
      state: 'pending',
      by_hand: true,
      created_at: UPDATED,
      reference: 'refund-9999',
      entry_id: entry,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const takenAt = new Date(house.clock.now().getTime() - hours(1));
  await beginRecovering(db(), { backup: 'house', takenAt, now: house.clock.now() });
  const seen = {
    ...{ machineIds: [], addresses: [], copyFiles: [], isoFiles: [], firewallIds: [], journal: null, otherNodes: [] },
  };
  const done = await transact(house.given.cx(), (cx) => finishRecovery(cx, { seen, images: [], takenAt, nodeId: null }));
  expect([done.mailFacts, done.refundsToSend]).toEqual([1, [refund]]);
  expect(await db().selectFrom('mails_due').select('id').execute()).toEqual([]);
  const [alert] = await db()
    .selectFrom('operator_alerts')
    .select('message')
    .where('kind', '=', 'refund_to_send')
    .where('resolved_at', 'is', null)
    .execute();
  expect(alert?.message).toContain('may have left already');
});

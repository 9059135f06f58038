import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenFloatingIp } from '@innkeeper/lab/given-floating-ips';
import { givenTaxJson } from '@innkeeper/lab/given-tax';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsAfter, lastEventId, purgeEventsBefore } from './events.ts';
import { moveFloatingIps } from './floating-ips.ts';
import { insertOrder } from './orders.ts';
import { updateServer } from './servers.ts';
import { updateService } from './services.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase({ max: 30 });
});
afterAll(() => lab.close());

const eventsOf = (accountId: number, after = 0n) => eventsAfter(lab.db, { accountId, after, limit: 1000 });
const withServer = async (): Promise<GivenAccount & { server: number; last: bigint }> => {
  const account = await givenAccount(lab.db);
  const server = await givenServer(lab.db, { accountId: account.accountId });
  return { ...account, server, last: await lastEventId(lab.db, account.accountId) };
};
const order = (accountId: number) =>
  insertOrder(lab.db, {
    account_id: accountId,
    type: 'new-service',
    status: 'awaiting_payment',
    tax: givenTaxJson(0),
    net: 0n,
    vat: 0n,
    gross: 0n,
    payment_method: 'balance',
    lines: [],
  });

test('a transaction emits one event per resource, with its final state', async () => {
  const { accountId, server, last } = await withServer();
  await lab.db.transaction().execute(async (trx) => {
    await updateServer(trx, server, { power: 'stopped' });
    await updateServer(trx, server, { power: 'booting' });
    await updateServer(trx, server, { network_suspended: true });
  });
  const events = await eventsOf(accountId, last);
  expect(events).toMatchObject([{ id: last + 1n, resource_kind: 'server', resource_id: server, change: 'updated' }]);
  const row = await lab.db.selectFrom('servers').selectAll().where('id', '=', server).executeTakeFirstOrThrow();
  const address = await lab.db.selectFrom('ip_addresses').where('server_id', '=', server).select('address').executeTakeFirst();
  const { created_at, expiry_at, ...data } = events[0]?.data ?? {};
  expect(data).toEqual({
    status: 'active',
    status_reason: null,
    power: 'booting',
    rescue: false,
    network_suspended: true,
    lock_reason: null,
    hostname: row.hostname,
    plan: 'nano',
    image: 'Tiny Linux',
    main_ip: address?.address,
    billing_cycle: 1,
    renew_price: 399,
    auto_renew: true,
    cancelled: false,
  });
  expect([new Date(String(created_at)), new Date(String(expiry_at))]).toEqual([row.created_at, row.expiry_at]);
});

test('a cancellation and its withdrawal are events of the server', async () => {
  const { accountId, server, last } = await withServer();
  await lab.db.insertInto('cancel_requests').values({ service_id: server, now: false }).execute();
  await lab.db.deleteFrom('cancel_requests').where('service_id', '=', server).execute();
  expect((await eventsOf(accountId, last)).map(({ data }) => data.cancelled)).toEqual([true, false]);
});

test("orders emit events for changes of a payment's page or state, and no others", async () => {
  const { accountId } = await withServer();
  const orders = [await order(accountId), await order(accountId)];
  const { id: payment_id } = await lab.db
    .insertInto('payments')
    .values({
      account_id: accountId,
      gateway: 'sandbox',
      method: 'card',
      kind: 'checkout',
      amount: 1n,
      currency: 'EUR',
      reference: `given-${accountId}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const stages = orders.map((order_id) => ({ payment_id, order_id, stage: 'open' as const }));
  await lab.db.insertInto('payment_orders').values(stages).execute();
  const last = await lastEventId(lab.db, accountId);
  const set = (fields: object) => lab.db.updateTable('payments').set(fields).where('id', '=', payment_id).execute();
  await set({ attempted_at: new Date() });
  expect(await eventsOf(accountId, last)).toEqual([]);
  await set({ url: 'https://pay.example/1' });
  await set({ state: 'failed', ended_at: new Date(), reason: 'Declined.' });
  expect((await eventsOf(accountId, last)).map((event) => [event.resource_kind, event.resource_id, event.change])).toEqual([
    ...orders.map((id) => ['order', id, 'updated']),
    ...orders.map((id) => ['order', id, 'updated']),
  ]);
});

test('a row created and changed in one transaction is `created`, and internal changes emit nothing', async () => {
  const { accountId, server, last } = await withServer();
  const id = await order(accountId);
  await lab.db.updateTable('orders').set({ status: 'paid' }).where('id', '=', id).execute();
  await updateServer(lab.db, server, { boot_id: 'other', power: 'running' });
  expect(await eventsOf(accountId, last)).toMatchObject([
    { resource_kind: 'order', resource_id: id, change: 'created', data: { status: 'awaiting_payment' } },
    { resource_kind: 'order', resource_id: id, change: 'updated', data: { status: 'paid' } },
  ]);
  const { accountId: second } = await withServer();
  expect(await eventsOf(second)).toMatchObject([{ id: 1n, resource_kind: 'server', change: 'created' }]);
});

test('locks and addresses emit changes of their server', async () => {
  const { accountId, server, last } = await withServer();
  const workflow = await lab.db
    .insertInto('workflows')
    .values({ kind: 't', account_id: null, input: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lock = { kind: 'server', resource_id: server, workflow_id: workflow.id, reason: 'restart', deadline_at: new Date() };
  await lab.db.insertInto('locks').values(lock).execute();
  await lab.db.deleteFrom('locks').where('resource_id', '=', server).execute();
  await lab.db.updateTable('ip_addresses').set({ server_id: null, main: false }).where('server_id', '=', server).execute();
  expect((await eventsOf(accountId, last)).map(({ resource_id, data }) => [resource_id, data.lock_reason])).toEqual([
    [server, 'restart'],
    [server, null],
    [server, null],
  ]);
});

test('operations emit events if customers would see a difference, not if a worker only waits', async () => {
  const { accountId, server, last } = await withServer();
  const { id } = await lab.db
    .insertInto('workflows')
    .values({ kind: 'server.restart', account_id: accountId, resource_kind: 'server', resource_id: server, input: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const set = (change: ReturnType<typeof sql>) => sql`update workflows set ${change} where id = ${id}`.execute(lab.db);
  await set(sql`state = 'running', begun_at = now(), epoch = 1`);
  await set(sql`state = 'queued', run_at = now()`);
  await set(sql`state = 'running', epoch = 2`);
  await set(sql`percent = 40`);
  await set(sql`step = 1, percent = null`);
  await set(sql`direction = 'back', reason = 'No luck.', error = 'secret'`);
  await set(sql`state = 'stuck'`);
  await set(sql`state = 'undone'`);
  const events = await eventsOf(accountId, last);
  expect(events.map(({ data }) => [data.shown_state, data.percent])).toEqual([
    ['queued', null],
    ['running', null],
    ['running', 40],
    ['running', null],
    ['undoing', null],
    ['failed', null],
  ]);
  expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('secret');
});

test('tables with owned rows emit events: created, changed, deleted', async () => {
  const { accountId, last } = await withServer();
  const id = await givenTicket(lab.db, { accountId });
  // Marking a ticket as seen is no event.
  for (const change of [{ staff_seen: 1 }, { updated_at: new Date(0) }])
    await lab.db.updateTable('tickets').set(change).where('id', '=', id).execute();
  await lab.db.deleteFrom('ticket_messages').where('ticket_id', '=', id).execute();
  await lab.db.deleteFrom('tickets').where('id', '=', id).execute();
  const events = await eventsOf(accountId, last);
  expect(events.map((event) => [event.resource_kind, event.resource_id, event.change])).toEqual([
    ['ticket', id, 'created'],
    ['ticket', id, 'updated'],
    ['ticket', id, 'deleted'],
  ]);
});

test('a floating IP emits its status, and its server', async () => {
  const { accountId, server, last } = await withServer();
  const id = await givenFloatingIp(lab.db, { accountId });
  await moveFloatingIps(lab.db, [id], server);
  await updateService(lab.db, id, { status: 'suspended' });
  const events = (await eventsOf(accountId, last)).filter((event) => event.resource_kind === 'floating_ip');
  expect(events.map(({ resource_id, change, data }) => [resource_id, change, data])).toEqual([
    [id, 'created', { status: 'active', server_id: null }],
    [id, 'updated', { status: 'active', server_id: server }],
    [id, 'updated', { status: 'suspended', server_id: server }],
  ]);
});

test('a slow transaction is never overtaken: a reader of one number has seen all lower ones', async () => {
  const { accountId, server, last } = await withServer();
  const slow = await lab.pool.connect();
  await slow.query('begin');
  await slow.query("update server_details set power = 'stopped' where id = $1", [server]);
  // Reported before the slow transaction, which changed its row earlier but has no event number yet.
  const first = await order(accountId);
  expect((await eventsOf(accountId, last)).map((event) => event.resource_id)).toEqual([first]);

  // The slow transaction now has its number but has not committed, so later events must wait for it.
  await slow.query('set constraints all immediate');
  let done = false;
  const second = order(accountId).then((id) => {
    done = true;
    return id;
  });
  const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await waits.execute(lab.db)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(done).toBe(false);
  expect(await lastEventId(lab.db, accountId)).toBe(last + 1n);
  await slow.query('commit');
  slow.release();
  const events = (await eventsOf(accountId, last)).map((event) => [event.id, event.resource_id]);
  await second;
  expect(events.slice(0, 2)).toEqual([
    [last + 1n, first],
    [last + 2n, server],
  ]);
  expect((await eventsOf(accountId, last)).map((event) => event.resource_id)).toEqual([first, server, await second]);
});

test('other accounts do not wait', async () => {
  const { server } = await withServer();
  const other = await withServer();
  const slow = await lab.pool.connect();
  await slow.query('begin');
  await slow.query("update server_details set power = 'stopped' where id = $1", [server]);
  await slow.query('set constraints all immediate');
  const id = await order(other.accountId);
  expect((await eventsOf(other.accountId, other.last)).map((event) => event.resource_id)).toEqual([id]);
  await slow.query('rollback');
  slow.release();
});

test('a reader next to many writers sees every number once, in order, without a gap', async () => {
  const { accountId } = await withServer();
  const { rows: started } = await sql<{
    last_id: bigint;
  }>`select last_id from event_heads where account_id = ${accountId}`.execute(lab.db);
  let seen = started[0]?.last_id ?? 0n;
  const writers = Array.from({ length: 20 }, async (_, i) => {
    for (let n = 0; n < 10; n += 1) {
      await lab.db
        .transaction()
        .execute(async (trx) => {
          await givenTicket(trx, { accountId });
          await sql`select pg_sleep(${((i * 7 + n) % 5) / 1000})`.execute(trx);
          if (n === 9) throw new Error('rolled back');
        })
        .catch((error: unknown) => {
          if (!(error instanceof Error) || error.message !== 'rolled back') throw error;
        });
    }
  });
  const all = Promise.all(writers);
  const end = seen + 20n * 9n;
  let writing = true;
  void all.then(() => {
    writing = false;
  });
  while (writing || seen < end) {
    for (const event of await eventsOf(accountId, seen)) {
      expect(event.id).toBe(seen + 1n);
      seen = event.id;
    }
  }
  await all;
  expect(seen).toBe(end);
});

test('purges old events in batches, and numbering continues', async () => {
  const { accountId, last } = await withServer();
  for (let i = 0; i < 5; i += 1) await order(accountId);
  await sql`update events set at = now() - interval '8 days' where account_id = ${accountId} and id <= ${last + 3n}`.execute(
    lab.db,
  );
  const week = new Date(Date.now() - 7 * 86_400_000);
  expect(await purgeEventsBefore(lab.db, week, 2)).toBe(2);
  while ((await purgeEventsBefore(lab.db, week, 100)) > 0);
  expect((await eventsOf(accountId)).map((event) => event.id)).toEqual([last + 4n, last + 5n]);
  await order(accountId);
  expect(await lastEventId(lab.db, accountId)).toBe(last + 6n);
});

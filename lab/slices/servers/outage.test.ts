/** Tests outages of the service itself: afterwards, unpaid orders have as much time left as before. */

import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { recordHeartbeat } from '@innkeeper/jobs/heartbeat';
import { days, minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenTaxJson } from '../../given-tax.ts';

let database: TestDatabase;
let accountId: number;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ accountId } = await givenAccount(database.db));
});
afterAll(() => database.close());
beforeEach(() => sql`truncate service_beats; delete from orders`.execute(database.db));

const START = Date.parse('2026-01-01T00:00:00Z');
const at = (minute: number) => new Date(START + minutes(minute));
/** Returns the context of API and worker at this minute. */
const cx = (minute: number) => givenJobCx(database.db, { clock: { now: () => at(minute) } });
const beat = (minute: number) => recordHeartbeat(cx(minute));
const expire = (minute: number) => expireOrders(cx(minute));
const beatUntil = async (from: number, to: number) => {
  for (let minute = from; minute <= to; minute += 1) expect(await beat(minute)).toBe(0);
};

async function order(due: number, fields: { made?: number; status?: 'paid' } = {}): Promise<() => Promise<[string, number]>> {
  const { made = 0, status = 'awaiting_payment' } = fields;
  const { id } = await database.db
    .insertInto('orders')
    .values({
      account_id: accountId,
      type: 'new-service',
      status,
      tax: givenTaxJson(0),
      net: 0n,
      vat: 0n,
      gross: 0n,
      payment_method: 'balance',
      created_at: at(made),
      due_at: at(due),
    })
    .returning('id')
    .execute()
    .then(([row]) => row ?? { id: 0 });
  /** Returns the status and the minute at which the order is due, or -1 if it has no due date. */
  return async () => {
    const row = await database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return [row.status, row.due_at ? (row.due_at.getTime() - START) / minutes(1) : -1];
  };
}
const waitingForLocks = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
  return rows[0]?.n ?? 0;
};
const outageLines = async () =>
  (
    await database.db.selectFrom('audit_log').select('details').where('action', '=', 'orders.postponed').orderBy('id').execute()
  ).map(({ details }) => details);

test.each([60, days(7) / minutes(1)])(
  'an order due in 20 minutes still has 20 minutes after an outage of %d minutes',
  async (outage) => {
    const waiting = await order(20);
    const paid = await order(20, { status: 'paid' });
    await beat(0);
    // The worker may return before the API, or may have been frozen. It must not expire an order that could not be paid.
    expect(await expire(outage)).toBe(0);
    expect(await waiting()).toEqual(['awaiting_payment', 20]);
    expect(await beat(outage)).toBe(1);
    expect(await waiting()).toEqual(['awaiting_payment', 20 + outage]);
    expect(await paid()).toEqual(['paid', 20]);
    const times = { since: at(0).toISOString(), until: at(outage).toISOString() };
    expect((await outageLines()).at(-1)).toEqual({ ...times, seconds: outage * 60, orders: 1, services: 0 });

    await beatUntil(outage + 1, outage + 19);
    expect(await expire(outage + 19)).toBe(0);
    await beatUntil(outage + 20, outage + 20);
    expect(await expire(outage + 20)).toBe(1);
    expect(await waiting()).toEqual(['cancelled', -1]);
  },
);

test('while the full disk refuses payments, an order does not come due', async () => {
  const waiting = await order(20);
  await beat(0);
  let isSpaceShort = true;
  const beatOnDisk = (minute: number) => recordHeartbeat({ ...cx(minute), isSpaceShort: () => isSpaceShort });
  for (const minute of [4, 8, 12, 16, 20, 24]) expect([await beatOnDisk(minute), await expire(minute)]).toEqual([0, 0]);
  isSpaceShort = false;
  expect(await beatOnDisk(25)).toBe(1);
  expect(await waiting()).toEqual(['awaiting_payment', 45]);
});

test('normal heartbeats, a short restart and a clock set back move no due date', async () => {
  const before = await outageLines();
  const waiting = await order(20);
  await beatUntil(0, 10);
  for (const minute of [15, 12, 17]) expect(await beat(minute)).toBe(0);
  expect(await waiting()).toEqual(['awaiting_payment', 20]);
  expect(await outageLines()).toEqual(before);
  await beatUntil(18, 20);
  expect(await expire(20)).toBe(1);
});

test('of many concurrent heartbeats after an outage one moves the due dates, and no order expires early', async () => {
  const before = await outageLines();
  const waiting = await order(20);
  await beat(0);
  // All calls have begun before the first one locks the row.
  let all: Promise<number>[] = [];
  await database.db.transaction().execute(async (trx) => {
    await trx.selectFrom('service_beats').selectAll().forUpdate().execute();
    all = [beat(60), beat(60), beat(60), expire(60), expire(60)];
    await vi.waitUntil(async () => (await waitingForLocks()) >= 3);
  });
  const moved = await Promise.all(all);
  expect(moved.slice(0, 3).sort()).toEqual([0, 0, 1]);
  expect(moved.slice(3)).toEqual([0, 0]);
  expect(await waiting()).toEqual(['awaiting_payment', 80]);
  expect(await outageLines()).toHaveLength(before.length + 1);
});

test.each([0, 1, 2, 3, 4, 5])(
  'a worker that is frozen for an hour after reading its clock %d times expires nothing',
  async (looks) => {
    const waiting = await order(21);
    await beatUntil(0, 20);
    const times = Array.from({ length: looks }, () => at(20));
    const clock = { now: () => times.pop() ?? at(80) };
    expect(await expireOrders(givenJobCx(database.db, { clock }))).toBe(0);
    expect(await waiting()).toEqual(['awaiting_payment', 21]);
  },
);

test('if the process dies right after an outage, the next heartbeat moves the due dates, once', async () => {
  const waiting = await order(20);
  await beat(0);
  await sql`create function die() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$;
    create trigger die before insert on audit_log for each row execute function die()`.execute(database.db);
  await expect(beat(60)).rejects.toThrow('died');
  await sql`drop function die cascade`.execute(database.db);
  expect(await waiting()).toEqual(['awaiting_payment', 20]);
  expect(await expire(61)).toBe(0);
  expect(await beat(61)).toBe(1);
  expect(await waiting()).toEqual(['awaiting_payment', 81]);
});

test('an order placed during an outage is due later by the rest of that outage', async () => {
  const waiting = await order(70, { made: 50 });
  await beat(0);
  expect(await beat(60)).toBe(1);
  expect(await waiting()).toEqual(['awaiting_payment', 80]);
});

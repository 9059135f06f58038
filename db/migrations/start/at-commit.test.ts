import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { allowBareTickets } from '@innkeeper/lab/given-tickets';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsAfter, lastEventId } from '../../tables/events.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
  await allowBareTickets(lab.db);
});
afterAll(() => lab.close());

const account = async (): Promise<number> => (await givenAccount(lab.db)).accountId;
const eventsOf = async (accountId: number) =>
  (await eventsAfter(lab.db, { accountId, after: 0n, limit: 10_000 })).map(
    ({ id, resource_kind, resource_id, change }) => `${id} ${resource_kind} ${resource_id} ${change}`,
  );
/** Runs the statements in one transaction, on one connection. */
const inOne = async (act: (client: pg.PoolClient, ticket: (accountId: number) => Promise<number>) => Promise<void>) => {
  const client = await lab.pool.connect();
  const ticket = async (accountId: number) => {
    const { rows } = await client.query<{ id: number }>('insert into tickets (account_id) values ($1) returning id', [accountId]);
    return rows[0]?.id ?? 0;
  };
  try {
    await client.query('begin');
    await act(client, ticket);
    await client.query('commit');
  } finally {
    client.release();
  }
};
const answer = (client: pg.PoolClient, id: number) => client.query("update tickets set status = 'answered' where id = $1", [id]);

test('changes rolled back to a savepoint emit no event, and changes before it do', async () => {
  const [one, two] = [await account(), await account()];
  const kept: number[] = [];
  await inOne(async (client, ticket) => {
    await client.query('savepoint a');
    await ticket(one);
    await client.query('rollback to a');
    kept.push(await ticket(one));
    await client.query('savepoint b');
    await ticket(one);
    await ticket(two);
    await client.query('set constraints all immediate');
    await client.query('rollback to b');
    kept.push(await ticket(one));
  });
  expect(await eventsOf(one)).toEqual(kept.map((id, i) => `${i + 1} ticket ${id} created`));
  expect(await eventsOf(two)).toEqual([]);
  expect(await lastEventId(lab.db, one)).toBe(2n);
});

test('changes after `set constraints immediate` are merged into the existing event, without a gap', async () => {
  const [one, two] = [await account(), await account()];
  const ids: number[] = [];
  await inOne(async (client, ticket) => {
    ids.push(await ticket(one));
    await client.query('set constraints all immediate');
    await answer(client, ids[0] ?? 0);
    ids.push(await ticket(one), await ticket(two));
    await client.query('set constraints all deferred');
    await answer(client, ids[1] ?? 0);
    await client.query('delete from tickets where id = $1', [ids[2]]);
  });
  expect(await eventsOf(one)).toEqual([`1 ticket ${ids[0]} created`, `2 ticket ${ids[1]} created`]);
  expect((await eventsAfter(lab.db, { accountId: one, after: 0n, limit: 9 })).map(({ data }) => data.status)).toEqual([
    'answered',
    'answered',
  ]);
  expect(await eventsOf(two)).toEqual([`1 ticket ${ids[2]} deleted`]);
});

test('a row created and deleted in one transaction emits a deletion, with its last state', async () => {
  const one = await account();
  const ids: number[] = [];
  await inOne(async (client, ticket) => {
    ids.push(await ticket(one));
    await client.query("update tickets set status = E'resolved' where id = $1", [ids[0]]);
    await client.query('delete from tickets where id = $1', [ids[0]]);
    ids.push(await ticket(one));
  });
  expect(await eventsOf(one)).toEqual([`1 ticket ${ids[0]} deleted`, `2 ticket ${ids[1]} created`]);
  expect((await eventsAfter(lab.db, { accountId: one, after: 0n, limit: 1 }))[0]?.data).toEqual({ status: 'resolved' });
});

test('transactions that change several accounts in any order do not deadlock', async () => {
  const all = [await account(), await account(), await account()];
  const orders = [all, [...all].reverse(), [all[1] ?? 0, all[2] ?? 0, all[0] ?? 0]];
  await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      inOne(async (client, ticket) => {
        for (const id of orders[i % orders.length] ?? []) await ticket(id);
        await client.query('select pg_sleep(0.002)');
      }),
    ),
  );
  for (const id of all) {
    expect(await lastEventId(lab.db, id)).toBe(30n);
    expect(await eventsOf(id)).toHaveLength(30);
  }
});

test('a statement that changes thousands of rows of several accounts emits one event per resource', async () => {
  const all = [await account(), await account()];
  const { rows } = await lab.pool.query<{ id: number }>(
    'insert into tickets (account_id) select case when n % 3 = 0 then $1::int else $2::int end from generate_series(1, 3000) n returning id',
    all,
  );
  const ids = rows.map(({ id }) => id);
  await inOne(async (client) => {
    await client.query("update tickets set status = 'answered' where id = any($1::int[])", [ids]);
    await client.query("update tickets set status = 'resolved' where id = any($1::int[])", [[...ids].reverse()]);
    await client.query('delete from tickets where id = any($1::int[])', [ids.slice(0, 300)]);
  });
  for (const [i, id] of all.entries()) {
    const many = i === 0 ? 1000 : 2000;
    const events = await eventsAfter(lab.db, { accountId: id, after: BigInt(many), limit: 10_000 });
    expect(events.map((event) => event.id)).toEqual(Array.from({ length: many }, (_, n) => BigInt(many + 1 + n)));
    expect(new Set(events.map((event) => event.resource_id)).size).toBe(many);
    expect(new Set(events.map((event) => event.data.status))).toEqual(new Set(['resolved']));
    expect(events.filter((event) => event.change === 'deleted')).toHaveLength(many / 10);
  }
});

test('for a server changed by concurrent transactions, the last event has its last state', async () => {
  const accountId = await account();
  const server = await givenServer(lab.db, { accountId });
  const [slow, quick] = [await lab.pool.connect(), await lab.pool.connect()];
  await slow.query('begin');
  await slow.query("update services set auto_renew = false, status = 'suspended' where id = $1", [server]);
  await slow.query('set constraints all immediate');
  await quick.query('begin');
  await quick.query("update server_details set power = 'stopped' where id = $1", [server]);
  const committed = quick.query('commit');
  const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await waits.execute(lab.db)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await slow.query('commit');
  await committed;
  slow.release();
  quick.release();
  const last = (await eventsAfter(lab.db, { accountId, after: 0n, limit: 9 })).at(-1);
  expect(last?.data).toMatchObject({ power: 'stopped', status: 'suspended' });
});

test('deleting an account with all of its rows emits no event', async () => {
  const { rows } = await lab.pool.query<{ id: number }>(
    'insert into accounts (country_id) select min(id) from countries returning id',
  );
  const id = rows[0]?.id ?? 0;
  await inOne(async (_client, ticket) => void (await ticket(id)));
  expect(await lastEventId(lab.db, id)).toBe(1n);
  await inOne(async (client) => {
    await client.query('delete from tickets where account_id = $1', [id]);
    await client.query('delete from accounts where id = $1', [id]);
  });
  expect(await lastEventId(lab.db, id)).toBe(0n);
});

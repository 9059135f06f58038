/** Tests that one row that always fails does not block other rows, in every sweep and in the watch. */

import { SILENT_LOG } from '@innkeeper/engine/log';
import { expireCopies } from '@innkeeper/jobs/expire-copies';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { limitBandwidth } from '@innkeeper/jobs/limit-bandwidth';
import { startInterrupted } from '@innkeeper/jobs/watch/start-interrupted';
import { weeklyBackups } from '@innkeeper/jobs/weekly-backups';
import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { givenAccount, givenServer } from '../../given.ts';
import { givenAddon, givenCopy } from '../../given-copies.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenTaxJson } from '../../given-tax.ts';
import { openTortureLab, type TortureLab } from '../../torture/lab.ts';

let lab: TortureLab;
/** Two servers of one account. Every write for the first server fails. */
let poisoned: number;
let sound: number;
beforeEach(async () => {
  lab = await openTortureLab();
  await sql`create function poison() returns trigger language plpgsql as $$
    begin raise exception 'this one is poisoned'; end $$`.execute(lab.db);
  const { accountId } = await givenAccount(lab.db);
  poisoned = await givenServer(lab.db, { accountId, address: false });
  sound = await givenServer(lab.db, { accountId, address: false });
});

afterEach(() => lab.close());

/** Makes `act` fail on rows in which `column` is `value`. */
async function poison(act: 'insert' | 'update' | 'delete', table: string, column: string, value: number): Promise<void> {
  await sql
    .raw(`drop trigger if exists poison on ${table}; create trigger poison before ${act} on ${table} for each row
    when (${act === 'delete' ? 'old' : 'new'}.${column} = ${value}) execute function poison()`)
    .execute(lab.db);
}

const cx = () => givenJobCx(lab.db);
const alerts = async () =>
  (await lab.db.selectFrom('operator_alerts').select('key').where('kind', '=', 'due_failed').orderBy('id').execute()).map(
    ({ key }) => key,
  );
const queued = async () =>
  (await lab.db.selectFrom('workflows').select(['kind', 'resource_id']).orderBy('id').execute()).map((row) => [
    row.kind,
    row.resource_id,
  ]);

/** Returns the ids of both servers, first the server whose writes fail. */
const both = () => [poisoned, sound];
const longAgo = (age: number) => new Date(Date.now() - days(age));

test('an order that cannot be cancelled does not block the expiry of others', async () => {
  const { account_id } = await lab.db
    .selectFrom('servers')
    .select('account_id')
    .where('id', '=', sound)
    .executeTakeFirstOrThrow();
  const order = {
    account_id,
    type: 'new-service',
    status: 'awaiting_payment',
    tax: givenTaxJson(0),
    net: 0n,
    vat: 0n,
    gross: 0n,
  } as const;
  const rows = await lab.db
    .insertInto('orders')
    .values([3, 2, 1].map((age) => ({ ...order, payment_method: 'balance', due_at: longAgo(age) })))
    .returning('id')
    .execute();
  const [first = 0] = rows.map(({ id }) => id);
  await poison('update', 'orders', 'id', first);
  expect(await expireOrders(cx())).toBe(2);
  expect(await expireOrders(cx())).toBe(0);
  const left = await lab.db.selectFrom('orders').select('id').where('status', '=', 'awaiting_payment').execute();
  expect(left).toEqual([{ id: first }]);
  expect(await alerts()).toEqual([`expire-orders:${first}`]);
});

test('a server that cannot be backed up does not block the weekly backups of others', async () => {
  const addons: number[] = [];
  for (const serverId of both()) addons.push(await givenAddon(lab.db, { serverId, key: 'backups' }));
  await sql`update addon_details set next_backup_at = ${longAgo(1)}`.execute(lab.db);
  await sql`insert into copy_rooms (kind, node_id, target, free_bytes, seen_at) select 'backup', id, 'local', ${10n ** 13n}, now() from nodes on conflict do nothing`.execute(
    lab.db,
  );
  await poison('insert', 'copies', 'server_id', poisoned);
  expect(await weeklyBackups(cx())).toBe(1);
  expect(await queued()).toEqual([['server.backup', sound]]);
  expect(await alerts()).toEqual([`weekly-backups:${addons[0]}`]);
});

test('a copy that cannot be expired does not block the expiry of others', async () => {
  const copies: number[] = [];
  for (const serverId of both()) copies.push((await givenCopy(lab.db, { serverId, kept_until: longAgo(1) })).id);
  const [first = 0, second] = copies;
  await poison('update', 'copies', 'id', first);
  expect(await expireCopies(cx())).toBe(1);
  expect(await queued()).toEqual([['copy.delete', second]]);
  expect(await alerts()).toEqual([`expire-copies:${first}`]);
});

test('a failed copy that cannot be purged does not block the purge or expiry of others', async () => {
  const failed: number[] = [];
  for (const serverId of both())
    failed.push((await givenCopy(lab.db, { serverId, status: 'failed', created_at: longAgo(99) })).id);
  const { id } = await givenCopy(lab.db, { serverId: sound, kept_until: longAgo(1) });
  await poison('delete', 'copies', 'id', failed[0] ?? 0);
  expect(await expireCopies(cx())).toBe(1);
  expect(await lab.db.selectFrom('copies').select('id').where('status', '=', 'failed').execute()).toEqual([{ id: failed[0] }]);
  expect(await queued()).toEqual([['copy.delete', id]]);
  expect(await alerts()).toEqual([`purge-failed-copies:${failed[0]}`]);
});

test('a server that cannot be taken off the network does not block others from being taken off', async () => {
  await sql`update server_details set network_suspended = true`.execute(lab.db);
  await poison('insert', 'workflows', 'resource_id', poisoned);
  expect(await limitBandwidth(cx())).toBe(1);
  expect(await queued()).toEqual([['server.set-link', sound]]);
  expect(await alerts()).toEqual([`limit-bandwidth:${poisoned}`]);
});

test('a server that cannot be started after its host went down does not block the start of others', async () => {
  await sql`update server_details set power = 'interrupted'`.execute(lab.db);
  await poison('insert', 'workflows', 'resource_id', poisoned);
  const options = { ...cx(), engine: lab.engine, log: SILENT_LOG, startAtOnce: 1 };
  await startInterrupted(options);
  expect(await queued()).toEqual([['server.start', sound]]);
  expect(await alerts()).toEqual([`start-interrupted:${poisoned}`]);
});

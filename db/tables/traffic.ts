/**
 * Traffic to addresses (docs/decisions/attacks.md). One row holds the one-minute buckets of addresses with neighbouring ids. They are later
 * folded into rows per address and hour, and then per address and day.
 */

import {
  FIVE_MINUTES_STEP,
  HOUR_STEP,
  MINUTE_STEP,
  packTraffic,
  regroup,
  startOf,
  type TrafficBucket,
  unpackTraffic,
} from '@innkeeper/model/net/traffic-buckets';
import { days } from '@innkeeper/model/time/clock';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Number of neighbouring address ids whose buckets are stored in one row. */
const GROUP_SIZE = 64;

/** Inserts the closed buckets of one minute. */
export async function insertTraffic(
  db: Kysely<Database>,
  at: Date,
  buckets: readonly { addressId: number; bucket: TrafficBucket }[],
): Promise<void> {
  if (buckets.length === 0) return;
  const hour = startOf(at.getTime(), HOUR_STEP);
  const packed = buckets.map(({ bucket }) => packTraffic([bucket], hour));
  await sql`
    insert into traffic_batches (neighbours, at, ip_address_ids, buckets)
    select id / ${GROUP_SIZE}::int4, ${at}, array_agg(id order by id), array_agg(bucket order by id)
    from unnest(${buckets.map(({ addressId }) => addressId)}::int4[], ${packed}::bytea[]) as item(id, bucket)
    group by 1`.execute(db);
}

/** Lists all buckets of an address that overlap a period, of any length and in no order. */
export async function trafficOf(db: Kysely<Database>, addressId: number, from: Date, to: Date): Promise<TrafficBucket[]> {
  const { rows } = await sql<{ step_seconds: number; at: Date; buckets: Buffer }>`
    select step_seconds, at, buckets from address_traffic
    where ip_address_id = ${addressId} and at <= ${to}
      and at > ${from}::timestamptz - case step_seconds when 60 then interval '1 hour' else interval '1 day' end
    union all
    select 60, date_trunc('hour', at, 'UTC'), buckets[array_position(ip_address_ids, ${addressId}::int4)] from traffic_batches
    where neighbours = ${addressId}::int4 / ${GROUP_SIZE}::int4 and ${addressId}::int4 = any(ip_address_ids)
      and at > ${from}::timestamptz - interval '1 minute' and at <= ${to}`.execute(db);
  const [first, last] = [from.getTime(), to.getTime()];
  return rows
    .flatMap(({ step_seconds, at, buckets }) => unpackTraffic(buckets, at.getTime(), step_seconds * 1000))
    .filter(({ at, stepMs }) => at + stepMs > first && at <= last);
}

/** Lists groups of addresses that have buckets from before `until` to fold, except these groups. */
export async function listFoldableTrafficGroups(
  db: Kysely<Database>,
  until: Date,
  except: readonly number[],
): Promise<{ id: number }[]> {
  return db
    .selectFrom('traffic_batches')
    .select('neighbours as id')
    .distinct()
    .where('at', '<', until)
    .where(sql<boolean>`neighbours <> all(${[...except]}::int4[])`)
    .orderBy('neighbours')
    .execute();
}

/**
 * Moves the one-minute buckets of up to 64 addresses into rows per address and hour. `until` is the start of an hour, exclusive. Drops
 * buckets of addresses that no longer exist. Returns whether any rows were written.
 */
export async function foldTraffic(db: Kysely<Database>, groupId: number, until: Date): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from traffic_batches where neighbours = ${groupId} and at < ${until} returning id, at, ip_address_ids, buckets),
    folded as (
      select item.address_id, date_trunc('hour', at, 'UTC') as hour, string_agg(item.bucket, ''::bytea order by at, id) as buckets
      from gone cross join lateral unnest(ip_address_ids, buckets) as item(address_id, bucket) group by 1, 2)
    insert into address_traffic as known (ip_address_id, step_seconds, at, buckets)
      select address_id, 60, hour, buckets from folded join ip_addresses a on a.id = address_id order by 1, 3
    on conflict (ip_address_id, step_seconds, at) do update set buckets = known.buckets || excluded.buckets
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Steps by which rows become coarser with age. */
export const COARSER = [
  { from: MINUTE_STEP, to: FIVE_MINUTES_STEP },
  { from: FIVE_MINUTES_STEP, to: HOUR_STEP },
] as const;
export type CoarseningStep = (typeof COARSER)[number];

/** Lists addresses with rows of a step that start before this time, except these addresses. Reads at most 5000 rows. */
export async function listCoarsenableAddresses(
  db: Kysely<Database>,
  { from }: CoarseningStep,
  before: Date,
  except: readonly number[],
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct ip_address_id as id from (
      select ip_address_id from address_traffic where step_seconds = ${from / 1000}::int4 and at < ${before}
        and ip_address_id <> all(${[...except]}::int4[]) order by at limit 5000) as due order by 1`.execute(db);
  return rows;
}

/**
 * Makes the rows of an address coarser and stores one row per day. `before` is the start of a day, exclusive. Returns whether there were
 * any.
 */
export async function coarsenTraffic(
  db: Kysely<Database>,
  addressId: number,
  { from, to }: CoarseningStep,
  before: Date,
): Promise<boolean> {
  const { rows } = await sql<{ at: Date; buckets: Buffer }>`
    delete from address_traffic where ip_address_id = ${addressId} and step_seconds = ${from / 1000}::int4 and at < ${before}
    returning at, buckets`.execute(db);
  const buckets = regroup(
    rows.flatMap((row) => unpackTraffic(row.buckets, row.at.getTime(), from)),
    to,
  );
  const dayOf = ({ at }: TrafficBucket): number => startOf(at, days(1));
  for (const day of new Set(buckets.map(dayOf))) {
    const packed = packTraffic(
      buckets.filter((bucket) => dayOf(bucket) === day),
      day,
    );
    await sql`
      insert into address_traffic as known (ip_address_id, step_seconds, at, buckets)
      values (${addressId}, ${to / 1000}::int4, ${new Date(day)}, ${packed})
      on conflict (ip_address_id, step_seconds, at) do update set buckets = known.buckets || excluded.buckets`.execute(db);
  }
  return rows.length > 0;
}

/** Deletes at most `limit` rows of hourly buckets that start before this time. Returns how many were deleted. */
export async function purgeTrafficBefore(db: Kysely<Database>, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with old as materialized (
      select ctid from address_traffic where step_seconds = ${HOUR_STEP / 1000}::int4 and at < ${before} limit ${limit})
    delete from address_traffic t using old where t.ctid = old.ctid returning 1`.execute(db);
  return rows.length;
}

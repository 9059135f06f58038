/** Sources of packets to an address: one row per minute, kept for an hour. */
import { hours } from '@innkeeper/model/time/clock';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface MinuteOfSources {
  addressId: number;
  /** Counts by source. The source `null` sums all sources that are not named. */
  counts: readonly (readonly [source: string | null, count: { packets: number; bytes: number }])[];
}

/** Maximum number of named sources per address and minute, those with the most bytes. */
const NAMED = 64;

/** Inserts the sources of a minute and deletes rows older than an hour. Skips addresses that no longer exist. */
export async function writeSourceTraffic(
  db: Kysely<Database>,
  minute: Date,
  addresses: readonly MinuteOfSources[],
): Promise<void> {
  for (const { addressId, counts } of addresses) {
    const named = counts.flatMap(([source, count]) => (source === null ? [] : [{ source, ...count }]));
    named.sort((one, other) => other.bytes - one.bytes);
    const top = named.slice(0, NAMED);
    const rest = [...named.slice(NAMED), ...counts.flatMap(([source, count]) => (source === null ? [count] : []))];
    const sum = (field: 'packets' | 'bytes'): number => rest.reduce((total, one) => total + one[field], 0);
    await sql`
      insert into source_traffic (ip_address_id, minute, sources, bytes, packets, other_bytes, other_packets)
      select a.id, ${minute}, ${top.map(({ source }) => source)}::inet[], ${top.map(({ bytes }) => bytes)}::int8[],
        ${top.map(({ packets }) => packets)}::int8[], ${sum('bytes')}::int8, ${sum('packets')}::int8
      from ip_addresses a where a.id = ${addressId} on conflict do nothing`.execute(db);
  }
  await db
    .deleteFrom('source_traffic')
    .where('minute', '<', new Date(minute.getTime() - hours(1)))
    .execute();
}

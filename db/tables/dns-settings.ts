/** Settings of the DNS server that receives names, and the state of its outage. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { pushAll } from './ptr-names.ts';

export type DnsSettings = Selectable<Database['dns_settings']>;

export function dnsSettings(db: Kysely<Database>): Promise<DnsSettings> {
  return db.selectFrom('dns_settings').selectAll().executeTakeFirstOrThrow();
}

/** Returns SQL for whether the DNS server is configured and may be contacted now. */
export const canContactDns = (now: Date) =>
  sql<boolean>`exists (select from dns_settings where driver is not null and retry_at <= ${now})`;

/** Records a failed contact and schedules the next one. Returns the start of the outage. */
export async function markDnsUnavailable(
  db: Kysely<Database>,
  { error, now, pauseMs }: { error: string; now: Date; pauseMs: (tries: number) => number },
): Promise<Date> {
  const { away_since, away_tries } = await db
    .updateTable('dns_settings')
    .set((eb) => ({
      away_since: eb.fn.coalesce('away_since', eb.val(now)),
      away_error: error,
      away_tries: eb('away_tries', '+', 1),
    }))
    .returning(['away_since', 'away_tries'])
    .executeTakeFirstOrThrow();
  const retry_at = new Date(now.getTime() + pauseMs(away_tries));
  await db.updateTable('dns_settings').set({ retry_at }).execute();
  return away_since ?? now;
}

/** Records that the DNS server responds. Returns whether an outage was recorded. */
export async function markDnsAvailable(db: Kysely<Database>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dns_settings')
    .set({ away_since: null, away_error: null, away_tries: 0, retry_at: new Date(0) })
    .where('away_since', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Resets all back-offs, and schedules an immediate push of all zones and names. */
export async function restartDns(trx: Kysely<Database>, now: Date): Promise<void> {
  await trx
    .updateTable('dns_settings')
    .set({ away_since: null, away_error: null, away_tries: 0, retry_at: new Date(0) })
    .execute();
  await trx.updateTable('ip_pools').set({ zones_made_at: null }).execute();
  await pushAll(trx, now);
}

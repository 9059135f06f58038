/** Sources that are currently blocked, as the worker last read them from the kernel. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

export interface BlockedSourceRow {
  ip_address_id: number;
  /** Address or IPv6 network. */
  source: string;
  blocked_at: Date;
  expires_at: Date;
}

/** Replaces the blocked sources of these addresses. Keeps the first recorded `blocked_at` of a source that is still blocked. */
export async function replaceBlockedSources(
  db: Kysely<Database>,
  addressIds: readonly number[],
  blocked: readonly BlockedSourceRow[],
): Promise<void> {
  const given = blocked.toSorted((one, other) => one.ip_address_id - other.ip_address_id);
  await sql`
    with given as materialized (
      select * from unnest(${given.map((one) => one.ip_address_id)}::int4[], ${given.map((one) => one.source)}::inet[],
        ${given.map((one) => one.blocked_at)}::timestamptz[], ${given.map((one) => one.expires_at)}::timestamptz[])
        as item(ip_address_id, source, blocked_at, expires_at)
        where exists (select from ip_addresses a where a.id = item.ip_address_id)),
    gone as (
      delete from blocked_sources known where ip_address_id = any(${[...addressIds]}::int4[])
        and not exists (select from given where given.ip_address_id = known.ip_address_id and given.source = known.source))
    insert into blocked_sources as known select * from given
    on conflict (ip_address_id, source) do update set expires_at = excluded.expires_at
      where abs(extract(epoch from known.expires_at - excluded.expires_at)) > 2`.execute(db);
}

/** Returns a page of sources that are still blocked, latest first. */
export async function pageOfBlockedSources(
  db: Kysely<Database>,
  { addressId, now, ...page }: PageQuery & { addressId: number; now: Date },
): Promise<Page<BlockedSourceRow>> {
  const blocked = db
    .selectFrom('blocked_sources')
    .selectAll()
    .where('ip_address_id', '=', addressId)
    .where('expires_at', '>', now)
    .orderBy('blocked_at', 'desc')
    .orderBy('source');
  return pageOf(blocked, page);
}

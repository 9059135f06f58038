import { pageOfBlockedSources } from '@innkeeper/db/tables/blocked-sources';
import { originsOf } from '@innkeeper/db/tables/origins';
import type { Cx } from '@innkeeper/domain/context';
import type { BlockedSource } from '@innkeeper/present/attack';

/** Returns a page of the sources that are blocked automatically now, latest first, and their total count. */
export async function listBlockedIps(
  cx: Cx,
  input: { ipAddress: { id: number }; page: number; perPage: number },
): Promise<{ rows: BlockedSource[]; total: number }> {
  const { ipAddress, page, perPage } = input;
  const { rows, total } = await pageOfBlockedSources(cx.db, { addressId: ipAddress.id, now: cx.clock.now(), page, perPage });
  const attack = await cx.db
    .selectFrom('attacks')
    .select('pattern')
    .where('ip_address_id', '=', ipAddress.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  const origins = await originsOf(
    cx.db,
    rows.map(({ source }) => source),
  );
  return {
    rows: rows.map((row) => ({ ...row, country: origins.get(row.source)?.country ?? null, pattern: attack?.pattern ?? null })),
    total,
  };
}

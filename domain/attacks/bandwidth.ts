/** Traffic of an address over a period, in buckets that grow with the length of the period. */
import { trafficOf } from '@innkeeper/db/tables/traffic';
import { invalid } from '@innkeeper/model/failures';
import { BUCKET_RETENTION, regroup, startOf, stepOf, type TrafficBucket } from '@innkeeper/model/net/traffic-buckets';
import type { Cx } from '../context.ts';

/**
 * Lists buckets with traffic, oldest first, excluding traffic before the account had the address. Throws `validation` for more than 90
 * days, unless `anyLength` is set.
 */
export async function bandwidthOf(
  cx: Cx,
  { addressId, from, to, anyLength = false }: { addressId: number; from: Date; to: Date; anyLength?: boolean },
): Promise<TrafficBucket[]> {
  const stepMs = stepOf(to.getTime() - from.getTime());
  if (stepMs === null && !anyLength) throw invalid('filter[start]', 'Must be a period of at most 90 days.');
  const step = stepMs ?? (BUCKET_RETENTION.at(-1)?.stepMs || 0);
  const { assigned_at } = await cx.db
    .selectFrom('ip_addresses')
    .select('assigned_at')
    .where('id', '=', addressId)
    .executeTakeFirstOrThrow();
  const first = new Date(Math.max(startOf(from.getTime(), step), assigned_at?.getTime() ?? 0));
  return regroup(await trafficOf(cx.db, addressId, first, to), step);
}

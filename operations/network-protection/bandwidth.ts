import { bandwidthOf } from '@innkeeper/domain/attacks/bandwidth';
import type { Cx } from '@innkeeper/domain/context';
import { days } from '@innkeeper/model/clock';
import type { TrafficBucket } from '@innkeeper/model/traffic-buckets';

export interface GetProtectionBandwidth {
  ipAddress: { id: number };
  /** Start in Unix seconds, by default one day before the end. */
  start?: number | null | undefined;
  /** End in Unix seconds, by default now. */
  end?: number | null | undefined;
}

/** Returns the passed and dropped traffic, oldest first. Throws `validation` for a period of more than 90 days. */
export async function getProtectionBandwidth(cx: Cx, input: GetProtectionBandwidth): Promise<TrafficBucket[]> {
  const now = cx.clock.now().getTime();
  const to = Math.min(now, input.end == null ? now : input.end * 1000);
  const from = input.start == null ? to - days(1) : input.start * 1000;
  if (from > to) return [];
  return bandwidthOf(cx, { addressId: input.ipAddress.id, from: new Date(from), to: new Date(to) });
}

import { loadAttack } from '@innkeeper/db/tables/attacks';
import { bandwidthOf } from '@innkeeper/domain/attacks/bandwidth';
import type { Cx } from '@innkeeper/domain/context';
import type { TrafficBucket } from '@innkeeper/model/traffic-buckets';

/** Returns the traffic of the address during the attack, oldest first, as far as it is retained. */
export async function getAttackBandwidth(cx: Cx, input: { attack: { id: number } }): Promise<TrafficBucket[]> {
  const { ip_address_id, started_at, ended_at } = await loadAttack(cx.db, input.attack.id);
  const to = ended_at ?? cx.clock.now();
  return bandwidthOf(cx, { addressId: ip_address_id, from: started_at, to, anyLength: true });
}

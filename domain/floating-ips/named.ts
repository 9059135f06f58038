import type { FloatingIp, Service } from '@innkeeper/db/schema';
import { lockFloatingIps } from '@innkeeper/db/tables/floating-ips';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { lockServices, lockServicesOf } from '@innkeeper/db/tables/services';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { requireReferences } from '../resources/references.ts';

/**
 * Returns the floating IPs that a body names under `ids`, locked until the transaction ends. Throws `validation` with the position,
 * `not_yours` or `locked`.
 */
export async function requireFloatingIps(cx: MutatingCx<Customer>, ids: readonly number[]): Promise<FloatingIp[]> {
  await requireUnlocked(cx, ids);
  return lockFloatingIps(cx.db, ids);
}

/**
 * Returns the services of the floating IPs that a body names under `ids`, locked until the transaction ends. Throws the failures of
 * `requireFloatingIps`.
 */
export async function requireFloatingIpServices(cx: MutatingCx<Customer>, ids: readonly number[]): Promise<Service[]> {
  await requireUnlocked(cx, ids);
  return lockServices(cx.db, ids);
}

async function requireUnlocked(cx: MutatingCx<Customer>, ids: readonly number[]): Promise<void> {
  await requireReferences(cx, 'floating_ip', ids, 'ids');
  await lockServicesOf(cx.db, cx.actor.accountId, ids);
  for (const id of ids) await refuseIfLocked(cx.db, 'floating_ip', id);
}

/** Ends floating IPs. Their addresses are released once no network card has them. */
import { freeAddressesOfFloatingIps } from '@innkeeper/db/tables/ip-addresses';
import { updateServices } from '@innkeeper/db/tables/services';
import type { MutatingCx } from '../context.ts';
import { detachEnding } from './detach-ending.ts';

/**
 * Terminates a floating IP. An attached one is detached first, once its server is unlocked. Its address is released after that.
 */
export async function endFloatingIp(cx: MutatingCx, id: number): Promise<void> {
  await updateServices(cx.db, [id], { status: 'terminated', ended_at: cx.clock.now() });
  await detachEnding(cx, [id]);
}

/** Releases a floating IP whose order was not paid. */
export async function releaseFloatingIp({ db, clock }: MutatingCx, id: number): Promise<void> {
  const now = clock.now();
  await freeAddressesOfFloatingIps(db, [id], now);
  await db
    .updateTable('services')
    .set({ status: 'terminated', ended_at: now })
    .where('id', '=', id)
    .where('status', 'in', ['awaiting_payment', 'processing'])
    .execute();
}

/** Floating IPs end: their addresses are free once no network card has them any more. */
import { freeAddressesOfFloatingIps } from '@innkeeper/db/tables/ip-addresses';
import { updateServices } from '@innkeeper/db/tables/services';
import type { MutatingCx } from '../context.ts';
import { detachEnding } from './detach-ending.ts';

/** One that is attached is detached first, as soon as its server is not locked; until then its address is nobody else's. */
export async function endFloatingIp(cx: MutatingCx, id: number): Promise<void> {
  await updateServices(cx.db, [id], { status: 'terminated', ended_at: cx.clock.now() });
  await detachEnding(cx, [id]);
}

/** Its order is not paid. */
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

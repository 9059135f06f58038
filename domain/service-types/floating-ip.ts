/** Floating IPs as services. Their addresses are on a server's network card only while they are active. */
import type { Service } from '@innkeeper/db/schema';
import { setAttachTo } from '@innkeeper/db/tables/floating-ips';
import { findOrderLine } from '@innkeeper/db/tables/orders';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import { sql } from 'kysely';
import type { MutatingCx } from '../context.ts';
import { attachWaiting } from '../floating-ips/attach-waiting.ts';
import { deliverFloatingIps } from '../floating-ips/deliver.ts';
import { detachEnding } from '../floating-ips/detach-ending.ts';
import { endFloatingIp, releaseFloatingIp } from '../floating-ips/end.ts';
import type { PaidLine, ServiceHooks } from '../services/hooks.ts';

export const floatingIpHooks = {
  async offers(db, ids) {
    const rows = await db
      .selectFrom('floating_ips as f')
      .leftJoin('floating_ip_plans as p', 'p.key', 'f.key')
      .select(['f.id', 'f.key', 'f.address', 'p.name'])
      .where('f.id', '=', sql<number>`any(${[...ids]}::int[])`)
      .execute();
    return new Map(rows.map(({ id, key, name, address }) => [id, { label: name ?? key, sublabel: address, minimumMonths: 1 }]));
  },
  // The purchase reserves them, because its lines name the addresses.
  reserve: null,
  release: releaseFloatingIp,
  fulfil: deliver,
  begin: (cx, { id }, line) => deliver(cx, id, line),
  scale: null,
  async suspend(cx, { id }: Service) {
    // Remembers the server, so that resuming attaches the floating IP again.
    const { server_id } = await cx.db
      .selectFrom('floating_ips')
      .select('server_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (server_id === null) return;
    await setAttachTo(cx.db, [id], server_id);
    await detachEnding(cx, [id]);
  },
  resume: async (cx, { id }) => void (await attachWaiting(cx, [id])),
  async end(cx, { id, status }) {
    serviceLifecycle.next(status, 'terminate');
    await endFloatingIp(cx, id);
  },
} satisfies ServiceHooks<never, never>;

async function deliver(cx: MutatingCx, id: number, { lineId }: PaidLine): Promise<void> {
  const line = await findOrderLine(cx.db, lineId);
  if (line) await deliverFloatingIps(cx, [{ ...line, service_id: id }]);
}

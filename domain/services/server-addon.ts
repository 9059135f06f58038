/** Addons of servers as services. Nothing of them runs by itself; what each kind does is told by its key where it is done. */
import { freeAddressesOfAddons } from '@innkeeper/db/tables/ip-addresses';
import { updateService } from '@innkeeper/db/tables/services';
import { serverLife } from '@innkeeper/model/states/server';
import { sql } from 'kysely';
import { alertToWithdraw, deliverAddon } from '../addons/deliver.ts';
import type { MutatingCx } from '../context.ts';
import type { ServiceHooks } from './hooks.ts';

const nothing = () => Promise.resolve();

export const serverAddonHooks = {
  async offers(db, ids) {
    const rows = await db
      .selectFrom('addons as a')
      .innerJoin('server_details as s', 's.id', 'a.server_id')
      .leftJoin('addon_products as p', 'p.key', 'a.key')
      .select(['a.id', 'a.key', 'p.name', 's.hostname'])
      .where('a.id', '=', sql<number>`any(${[...ids]}::int[])`)
      .execute();
    return new Map(rows.map(({ id, key, name, hostname }) => [id, { label: name ?? key, sublabel: hostname, minimumMonths: 1 }]));
  },
  // With its server (domain/addons/reserve.ts), or by its purchase.
  reserve: null,
  async release({ db, clock }, id) {
    const now = clock.now();
    await freeAddressesOfAddons(db, [id], now);
    await db
      .updateTable('services')
      .set({ status: 'terminated', ended_at: now })
      .where('id', '=', id)
      .where('status', 'in', ['awaiting_payment', 'processing'])
      .execute();
  },
  fulfil: deliverAddon,
  // It begins with its server.
  begin: nothing,
  scale: null,
  suspend: nothing,
  resume: nothing,
  async end(cx: MutatingCx, { id, status }) {
    // Its addresses are released when the server's network card has lost them (jobs/release-addresses.ts).
    await updateService(cx.db, id, { status: serverLife.next(status, 'terminate'), ended_at: cx.clock.now() });
    await alertToWithdraw(cx, id);
  },
} satisfies ServiceHooks<never, never>;

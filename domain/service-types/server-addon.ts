/** Addons of servers as services. The code of each addon's feature checks the addon by its key. */
import { freeAddressesOfAddons } from '@innkeeper/db/tables/ip-addresses';
import { updateService } from '@innkeeper/db/tables/services';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import { sql } from 'kysely';
import { deliverAddon, openRemovalAlert } from '../addons/deliver.ts';
import type { MutatingCx } from '../context.ts';
import type { ServiceHooks } from '../services/hooks.ts';

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
  // The deploy of its server (domain/addons/reserve.ts) or its purchase reserves an addon.
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
  // An addon starts with its server.
  begin: nothing,
  scale: null,
  suspend: nothing,
  resume: nothing,
  async end(cx: MutatingCx, { id, status }) {
    // The addresses are released once the server's network card no longer has them (jobs/release-addresses.ts).
    await updateService(cx.db, id, { status: serviceLifecycle.next(status, 'terminate'), ended_at: cx.clock.now() });
    await openRemovalAlert(cx, id);
  },
} satisfies ServiceHooks<never, never>;

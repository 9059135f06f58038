/**
 * Extends addons to the end of their server. An addon that is paid for less time, because the server was renewed before the addon's order
 * was paid, is renewed once. If nobody pays the renewal, the addon ends with its paid period (jobs/end-addons.ts).
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { childrenOf, lockServices } from '@innkeeper/db/tables/services';
import { transact } from '@innkeeper/domain/context';
import { placeAddonRenewal } from '@innkeeper/domain/renewals/renew-addons';
import { type RawBuilder, sql } from 'kysely';
import type { JobContext } from './job.ts';

const BATCH = 200;

/** Places renewal orders. Returns for how many servers. Places no order while the API is away, because customers could not cancel. */
export async function renewAddons(cx: JobContext): Promise<number> {
  if (await isAway(cx.db, 'api', cx.clock.now())) return 0;
  return forEachDue(cx, {
    name: 'renew-addons',
    kind: 'service',
    find: async (except) => (await selectServersToRenew(sql`s.id <> all(${[...except]}::int[])`).execute(cx.db)).rows,
    act: ({ id }) =>
      transact(cx, async (one) => {
        const addons = (await childrenOf(one.db, id)).map((addon) => addon.id);
        const [server] = await lockServices(one.db, [id]);
        const locked = await lockServices(one.db, addons);
        // The owner may have renewed the addon in between.
        const { rows } = await selectServersToRenew(sql`s.id = ${id}`).execute(one.db);
        const due = locked.filter((addon) => rows.some(({ addons: ids }) => ids.includes(addon.id)));
        return server !== undefined && due.length > 0 && (await placeAddonRenewal(one, server, due));
      }),
  });
}

/** Selects servers with their addons that need a renewal: neither cancelled, ended by staff, nor already ordered for the following period. */
function selectServersToRenew(which: RawBuilder<unknown>): RawBuilder<{ id: number; addons: number[] }> {
  return sql`
    select s.id, array_agg(v.id) as addons
    from services v join services s on s.id = v.parent_id join accounts a on a.id = v.account_id
    where v.status = 'active' and s.status = 'active' and s.staff_ends_at is null and v.expiry_at < s.expiry_at and a.billing_parked_at is null and ${which}
      and not exists (select from cancel_requests c where c.service_id = v.id)
      and not exists (select from service_periods p where p.service_id = v.id and (p.period_from = v.expiry_at or p.state = 'ordered'))
      and not exists (select from locks l where l.kind = s.type and l.resource_id = s.id and l.reason in ('terminate', 'scale'))
    group by s.id order by s.id limit ${BATCH}`;
}

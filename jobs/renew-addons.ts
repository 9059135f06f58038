/**
 * Addons last as long as their server. One that is paid for less time, since the server was renewed before the addon's order was paid, is renewed
 * up to the server's end, once. When nobody pays that, the addon ends when its paid time is over (jobs/end-addons.ts).
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { childrenOf, lockServices } from '@innkeeper/db/tables/services';
import { transact } from '@innkeeper/domain/context';
import { placeAddonRenewal } from '@innkeeper/domain/orders/renew-addons';
import { type RawBuilder, sql } from 'kysely';
import type { JobContext } from './job.ts';

const BATCH = 200;

/** Returns for how many servers it ordered something. None while the API is away, when nobody could cancel. */
export async function renewAddons(cx: JobContext): Promise<number> {
  if (await isAway(cx.db, 'api', cx.clock.now())) return 0;
  return forEachDue(cx, {
    name: 'renew-addons',
    kind: 'service',
    find: async (except) => (await lacking(sql`s.id <> all(${[...except]}::int[])`).execute(cx.db)).rows,
    act: ({ id }) =>
      transact(cx, async (one) => {
        const addons = (await childrenOf(one.db, id)).map((addon) => addon.id);
        const [server] = await lockServices(one.db, [id]);
        const held = await lockServices(one.db, addons);
        // Its owner may have renewed it meanwhile.
        const { rows } = await lacking(sql`s.id = ${id}`).execute(one.db);
        const wanted = held.filter((addon) => rows.some(({ addons: ids }) => ids.includes(addon.id)));
        return server !== undefined && wanted.length > 0 && (await placeAddonRenewal(one, server, wanted));
      }),
  });
}

/** Servers with those of their addons that are neither cancelled nor ordered for the time that follows, by whomever. */
function lacking(which: RawBuilder<unknown>): RawBuilder<{ id: number; addons: number[] }> {
  return sql`
    select s.id, array_agg(v.id) as addons
    from services v join services s on s.id = v.parent_id join accounts a on a.id = v.account_id
    where v.status = 'active' and s.status = 'active' and v.expiry_at < s.expiry_at and a.billing_parked_at is null and ${which}
      and not exists (select from cancel_requests c where c.service_id = v.id)
      and not exists (select from service_periods p where p.service_id = v.id and (p.period_from = v.expiry_at or p.state = 'ordered'))
      and not exists (select from locks l where l.kind = s.type and l.resource_id = s.id and l.reason in ('terminate', 'scale'))
    group by s.id order by s.id limit ${BATCH}`;
}

/**
 * Ends cancelled addons when their paid period is over. Also ends addons whose server is paid for longer, if the order to renew them stayed
 * unpaid (jobs/renew-addons.ts). Addons of a locked server wait for the next run.
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { isLocked } from '@innkeeper/db/tables/locks';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { findCancelRequest, lockServices } from '@innkeeper/db/tables/services';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { addMailsDue } from '@innkeeper/domain/mail/due';
import { endService } from '@innkeeper/domain/service-types/lifecycle';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';

const BATCH = 200;

/** Ends due addons and returns how many. Ends no addon while the API is away, because customers could not prevent it. */
export async function endAddons(cx: JobContext): Promise<number> {
  if (await isAway(cx.db, 'api', cx.clock.now())) return 0;
  return forEachDue(cx, {
    name: 'end-addons',
    kind: 'service',
    find: async (except) => (await due(cx, except)).rows,
    act: ({ id }) => transact(cx, (one) => end(one, id)),
  });
}

function due({ db, clock }: JobContext, except: readonly number[]) {
  return sql<{ id: number }>`
    select v.id from services v
    where v.parent_id is not null and v.status in ('active', 'suspended') and v.expiry_at <= ${clock.now()}
      and v.id <> all(${[...except]}::int[]) and ${isToEnd}
      and not exists (select from locks l where l.kind = 'server' and l.resource_id = v.parent_id)
    order by v.id limit ${BATCH}`.execute(db);
}

/** Condition of a service `v` to end. */
const isToEnd = sql<boolean>`(
  exists (select from cancel_requests c where c.service_id = v.id)
  or exists (select from service_periods p join services s on s.id = v.parent_id join accounts a on a.id = v.account_id
    where p.service_id = v.id and p.period_from = v.expiry_at and p.state = 'void' and s.status = 'active' and s.expiry_at > v.expiry_at
      and a.billing_parked_at is null and a.suspended_at is null))`;

async function end(cx: MutatingCx, id: number): Promise<boolean> {
  // Lock the server before the addon, in the same order as requests that lock both.
  const seen = await cx.db.selectFrom('services').select('parent_id').where('id', '=', id).executeTakeFirst();
  await lockServices(cx.db, [seen?.parent_id ?? 0]);
  const [addon] = await lockServices(cx.db, [id]);
  if (!addon || !serviceLifecycle.can(addon.status, 'terminate') || (await isLocked(cx.db, 'server', addon.parent_id ?? 0)))
    return false;
  if (!addon.expiry_at || addon.expiry_at > cx.clock.now()) return false;
  const { rows } = await sql`select from services v where v.id = ${id} and ${isToEnd}`.execute(cx.db);
  if (rows.length === 0) return false;
  await endService(cx, addon);
  // The owner who cancelled it knows.
  if (!(await findCancelRequest(cx.db, id)))
    await addMailsDue(cx, { kind: 'services-ended', accountId: addon.account_id, ids: [id] });
  return true;
}

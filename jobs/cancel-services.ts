/**
 * Suspends cancelled services when they are due, and ends them after the grace period. Resumes services that are suspended
 * although they are paid and not cancelled. Locked services wait for the next run.
 */
import type { Service } from '@innkeeper/db/schema';
import { forEachDue } from '@innkeeper/db/tables/due';
import { isLocked } from '@innkeeper/db/tables/locks';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { findCancelRequest, lockServices } from '@innkeeper/db/tables/services';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { mayResume } from '@innkeeper/domain/services/cancellation';
import { endService, resumeService, suspendService } from '@innkeeper/domain/services/lifecycle';
import { hours } from '@innkeeper/model/clock';
import { endAt, suspendAt } from '@innkeeper/model/services';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';

/** How long one whose workflow failed waits for the next. */
const TRY_AGAIN_MS = hours(1);
const BATCH = 200;

/** Returns how many services it changed. None while the API is away, when nobody could undo or renew. */
export async function cancelServices(cx: JobContext): Promise<number> {
  if (await isAway(cx.db, 'api', cx.clock.now())) return 0;
  return forEachDue(cx, {
    name: 'cancel-services',
    kind: 'service',
    find: async (except) => (await candidates(cx, except)).rows,
    act: ({ id }) => transact(cx, (one) => moveOn(one, id)),
  });
}

/** So many at a time of those that were cancelled and not ended, and those that are suspended though paid. */
function candidates({ db, clock }: JobContext, except: readonly number[]) {
  const now = clock.now();
  return sql<{ id: number }>`
    select v.id from services v left join cancel_requests c on c.service_id = v.id
    where v.parent_id is null and v.id <> all(${[...except]}::int[])
      and case v.status
        when 'active' then c.now or v.expiry_at <= ${now}
        when 'suspended' then c.id is not null or v.expiry_at > ${now}
        else false end
      and (v.status = 'suspended' or c.id is not null)
      and not exists (select from locks l where l.kind = v.type and l.resource_id = v.id)
      and not exists (select from workflows w where w.resource_kind = v.type and w.resource_id = v.id and w.state = 'undone'
        and w.kind in ('server.suspend', 'server.terminate') and w.finished_at > ${new Date(now.getTime() - TRY_AGAIN_MS)})
    order by v.id limit ${BATCH}`.execute(db);
}

async function moveOn(cx: MutatingCx, id: number): Promise<boolean> {
  // One moment for both: this process may be stopped between any two lines.
  const now = cx.clock.now();
  if (await isAway(cx.db, 'api', now)) return false;
  const [service] = await lockServices(cx.db, [id]);
  if (!service || (await isLocked(cx.db, service.type, id))) return false;
  const act = await dueAt(cx, service, now);
  await act?.(cx, service);
  return act !== undefined;
}

async function dueAt(cx: MutatingCx, service: Service, now: Date) {
  if (await mayResume(cx, service)) return resumeService;
  const request = await findCancelRequest(cx.db, service.id);
  if (!request) return undefined;
  if (service.status === 'active') return suspendAt(request, service.expiry_at) <= now ? suspendService : undefined;
  return service.status === 'suspended' && endAt(request, service, cx.settings.cancelGraceMs) <= now ? endService : undefined;
}

/**
 * Releases the addresses of ended addons. An address stays with its server until it is removed from the network card. The guest could
 * otherwise keep using an address that another customer gets. Addresses of a locked server wait for the next run.
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { isLocked } from '@innkeeper/db/tables/locks';
import { lockServer } from '@innkeeper/db/tables/servers';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { restorePlanAddress } from '@innkeeper/domain/servers/main-address';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { hours } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';

/** Pause in milliseconds after a failed workflow. */
const TRY_AGAIN_MS = hours(1);
const BATCH = 200;

/** Starts the workflows. Returns for how many servers. */
export async function releaseAddresses(job: JobContext): Promise<number> {
  return forEachDue(job, {
    name: 'release-addresses',
    kind: 'server',
    find: async (except) => (await due(job, except)).rows,
    act: ({ id }) => transact(job, (cx) => release(cx, id)),
  });
}

function due({ db, clock }: JobContext, except: readonly number[]) {
  const since = new Date(clock.now().getTime() - TRY_AGAIN_MS);
  return sql<{ id: number }>`
    select distinct a.server_id as id
    from ip_addresses a join services v on v.id = a.addon_id join services s on s.id = a.server_id
    where a.addon_id is not null and v.status = 'terminated' and s.status <> 'terminated' and s.id <> all(${[...except]}::int[])
      and not exists (select from locks l where l.kind = 'server' and l.resource_id = s.id)
      and not exists (select from workflows w where w.resource_kind = 'server' and w.resource_id = s.id
        and w.kind = 'server.release-addresses' and w.state = 'undone' and w.finished_at > ${since})
    order by 1 limit ${BATCH}`.execute(db);
}

async function release(cx: MutatingCx, id: number): Promise<boolean> {
  const server = await lockServer(cx.db, id);
  if (!server || server.status === 'terminated' || (await isLocked(cx.db, 'server', id))) return false;
  const ended = await cx.db
    .selectFrom('ip_addresses as a')
    .innerJoin('services as v', 'v.id', 'a.addon_id')
    .select('v.id')
    .distinct()
    .where('a.server_id', '=', id)
    .where('v.status', '=', 'terminated')
    .execute();
  if (ended.length === 0) return false;
  const addonIds = ended.map((addon) => addon.id);
  await restorePlanAddress(cx.db, id, addonIds);
  await startWorkflow(cx, 'server.release-addresses', server, { addonIds }, { details: { addons: addonIds } });
  return true;
}

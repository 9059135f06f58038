/**
 * Disconnects servers that have used up the traffic of their plan and of their addons. A server is reconnected when its next cycle begins,
 * or when a larger plan covers its usage. A locked server waits for the next run.
 */
import type { Server } from '@innkeeper/db/schema';
import { forEachDue } from '@innkeeper/db/tables/due';
import { CYCLE_BYTES } from '@innkeeper/db/tables/metrics';
import { lockServer } from '@innkeeper/db/tables/servers';
import { transact } from '@innkeeper/domain/context';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { cycleStart } from '@innkeeper/model/servers/usage';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';

/** Traffic is counted in decimal TB, as is usual. */
const BYTES_PER_TB = 1_000_000_000_000n;

/** Traffic bought in addition to the plan. Read only for servers that exceeded their plan. */
const MORE_TRAFFIC = sql`coalesce((select sum(a.quantity) from addons a
  where a.server_id = s.id and a.key = 'bandwidth' and a.status = 'active'), 0)`;

interface BandwidthRow extends Pick<Server, 'id' | 'network_suspended' | 'activated_at' | 'created_at'> {
  /** Start of the counted cycle, or `null` before the first sample. */
  cycle_began_at: Date | null;
  /** `true` if the usage of the last counted cycle exceeds the allowance. */
  passed: boolean;
}

/** Disconnects and reconnects servers. Returns how many. */
export async function limitBandwidth(job: JobContext): Promise<number> {
  const { db, clock } = job;
  const now = clock.now();
  const { rows } = await sql<BandwidthRow>`
    select * from (
      select s.id, s.network_suspended, s.activated_at, s.created_at, u.cycle_began_at,
        s.bandwidth_tb > 0 and coalesce(${CYCLE_BYTES} > s.bandwidth_tb * ${BYTES_PER_TB}::bigint, false)
          and ${CYCLE_BYTES} > (s.bandwidth_tb + ${MORE_TRAFFIC}) * ${BYTES_PER_TB}::bigint as passed
      from servers s left join server_usage u on u.server_id = s.id left join server_samples n on n.server_id = s.id
      where s.status = 'active' and s.power <> 'absent'
        and not exists (select from locks l where l.kind = 'server' and l.resource_id = s.id)) as seen
    where passed or network_suspended
    order by id`.execute(db);
  return forEachDue(
    { db, clock },
    {
      name: 'limit-bandwidth',
      kind: 'server',
      find: async (except) => rows.filter(({ id }) => !except.includes(id)),
      async act(seen) {
        const over = seen.passed && seen.cycle_began_at?.getTime() === cycleStart(seen, now).getTime();
        return over !== seen.network_suspended && setLink(job, seen.id, !over);
      },
    },
  );
}

function setLink(job: JobContext, serverId: number, up: boolean): Promise<boolean> {
  return transact(job, async (cx) => {
    const server = await lockServer(cx.db, serverId);
    if (!server || server.network_suspended !== up || server.status === 'terminated') return false;
    const limited = await cx.db
      .selectFrom('locks')
      .select('workflow_id')
      .where('kind', '=', 'server')
      .where('resource_id', '=', serverId)
      .executeTakeFirst();
    if (limited) return false;
    const [action, lock] = up
      ? (['server.restore-network', 'restore-network'] as const)
      : (['server.suspend-network', 'suspend-network'] as const);
    await startWorkflow(cx, 'server.set-link', server, { up }, { action, lock });
    return true;
  });
}

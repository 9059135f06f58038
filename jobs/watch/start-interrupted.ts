/**
 * Restarts the servers that ran on a host before it went down. It starts the oldest first and a few at a time, because a boot uses a whole
 * core for a while. A server that does not start is retried later. Its workflow has alerted the operator.
 */
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { forEachDue } from '@innkeeper/db/tables/due';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { countBoots, HOST_RESTART_REASON, maxConcurrentBoots } from '@innkeeper/domain/servers/boots';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import type { NodeContext } from '../job.ts';
import { hostKey, onNode, workOf } from './of-node.ts';

const TRY_AGAIN_MS = minutes(10);

/** Restarts the node's interrupted servers. Keeps an alert open until all were started. */
export async function startInterrupted(watch: NodeContext): Promise<void> {
  const { db, node, clock, log, startAtOnce = maxConcurrentBoots(watch.settings) } = watch;
  const host = node ? `Node ${node.name}` : 'The host';
  const alert = {
    kind: 'host_restarted' as const,
    key: hostKey(watch),
    message: `${host} has restarted, or all of its guests were stopped. Servers that were running are being started again.`,
  };
  const some = await db
    .selectFrom('servers')
    .select('id')
    .where('power', '=', 'interrupted')
    .where('status', '=', 'active')
    .where(onNode(watch))
    .limit(1)
    .executeTakeFirst();
  if (!some) return resolveAlerts(db, alert, clock.now());
  await alertOnce(db, alert);
  await forEachDue(
    { db, clock },
    {
      name: workOf(watch, 'start-interrupted'),
      kind: 'server',
      find: async (except) => (await startable(watch, except)).rows,
      async act({ id }) {
        const started = await transact(watch, (cx) => startOne(cx, id, startAtOnce));
        if (started === true) log.info({ server: id }, 'a server whose host went down is started again');
        return started;
      },
    },
  );
}

/** Selects the servers to start, oldest first. A server that did not start waits for a while. */
function startable(watch: NodeContext, except: readonly number[], only: number | null = null) {
  const { db, clock } = watch;
  const since = new Date(clock.now().getTime() - TRY_AGAIN_MS);
  return sql<{ id: number; account_id: number }>`
    select s.id, s.account_id from servers s
    where s.power = 'interrupted' and s.status = 'active' and ${onNode(watch, 's.node_id')}
      and s.id <> all(${[...except]}::int[]) and (${only}::int is null or s.id = ${only}::int)
      and not exists (select from locks l where l.kind = 'server' and l.resource_id = s.id)
      and not exists (select from workflows w where w.kind = 'server.start' and w.resource_kind = 'server'
        and w.resource_id = s.id and w.created_at > ${since} and w.state = 'undone')
    order by s.id ${only === null ? sql`` : sql`for update skip locked`}`.execute(db);
}

/** Starts one server. Returns `full` if enough are booting, or false if another worker has locked or started it. */
async function startOne(cx: NodeContext & MutatingCx, id: number, atOnce: number): Promise<boolean | 'full'> {
  // One worker at a time counts and starts.
  if ((await countBoots(cx.db, cx.clock.now(), { lockReason: HOST_RESTART_REASON, nodeId: cx.node?.id ?? null })) >= atOnce)
    return 'full';
  const [server] = (await startable(cx, [], id)).rows;
  if (!server) return false;
  const action = 'server.start-after-host';
  await startWorkflow(cx, 'server.start', server, { afterHost: true }, { action, lock: HOST_RESTART_REASON });
  return true;
}

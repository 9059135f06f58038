/** Moves paid servers that wait for a node whose worker is away. They get another node, or a refund after `deployWaitMs`. */
import { forEachDue } from '@innkeeper/db/tables/due';
import { linesOf, serviceLines } from '@innkeeper/db/tables/orders';
import { lockServer } from '@innkeeper/db/tables/servers';
import { wakeWorkers } from '@innkeeper/db/wake-ups';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import { refundWaitingDeploy } from '@innkeeper/domain/orders/refund-waiting-deploy';
import { relocateUnbuilt } from '@innkeeper/domain/servers/relocate';
import { awayCutoff, hasWaitedTooLong } from '@innkeeper/model/installation/presence';
import { REFUND_REASONS } from '@innkeeper/model/services/refund-reasons';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';

/** Maximum number of workflows read at a time. */
const BATCH = 100;

/** Processes each server in its own transaction. Returns how many were relocated or refunded. */
export function relocateDeploys(cx: JobContext): Promise<number> {
  return forEachDue(cx, {
    name: 'relocate-deploys',
    kind: 'workflow',
    find: (except) =>
      waiting(cx)
        .select('w.id')
        .where('w.id', '<>', sql<number>`all(${[...except]}::int[])`)
        .orderBy('w.id')
        .limit(BATCH)
        .execute(),
    act: ({ id }) => relocateOrRefund(cx, id),
  });
}

/** Selects deploys that no worker has started and whose node's worker is away. */
function waiting({ db, clock }: Pick<JobContext, 'db' | 'clock'>) {
  return db
    .selectFrom('workflows as w')
    .innerJoin('nodes as n', 'n.id', 'w.node_id')
    .where('w.kind', '=', 'server.deploy')
    .where('w.state', '=', 'queued')
    .where('w.begun_at', 'is', null)
    .where('w.cancel_asked_at', 'is', null)
    .where((eb) => eb.or([eb('n.seen_at', 'is', null), eb('n.seen_at', '<=', awayCutoff(clock.now()))]));
}

function relocateOrRefund(job: JobContext, id: number): Promise<boolean> {
  return transact(job, async (cx) => {
    // A worker that returns and claims the workflow skips a locked row.
    const workflow = await waiting(cx)
      .select(['w.resource_id', 'w.created_at', 'n.seen_at', 'n.name'])
      .where('w.id', '=', id)
      .forUpdate('w')
      .skipLocked()
      .executeTakeFirst();
    const server = workflow && (await lockServer(cx.db, workflow.resource_id ?? 0));
    if (!workflow || !server) return false;
    const target = await relocateUnbuilt(cx, server);
    if (target !== undefined) {
      await cx.db.updateTable('workflows').set({ node_id: target }).where('id', '=', id).execute();
      const resource = { kind: 'server', id: server.id, accountId: server.account_id };
      await audit(cx, 'server.relocated', resource, { workflow: id, from: server.node_id, to: target });
      await wakeWorkers(cx.db);
      return true;
    }
    const since = { queuedAt: workflow.created_at, seenAt: workflow.seen_at };
    if (!hasWaitedTooLong(since, cx.clock.now(), cx.settings.deployWaitMs)) return false;
    const line = await paidLineOf(cx, server.id);
    const error = `the worker of node ${workflow.name} is away`;
    const reason = REFUND_REASONS.not_built_in_time;
    await refundWaitingDeploy(cx, { workflowId: id, server, orderId: line.order_id, lineId: line.id }, { reason, error });
    return true;
  });
}

/** Returns the order line that paid for the server. */
async function paidLineOf({ db }: Pick<JobContext, 'db'>, serverId: number) {
  const first = await db
    .selectFrom('order_lines')
    .select('order_id')
    .where('service_id', '=', serverId)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const line = serviceLines(await linesOf(db, [first.order_id])).find(({ service_id }) => service_id === serverId);
  if (!line) throw new Error(`server ${serverId} is in no order`);
  return line;
}

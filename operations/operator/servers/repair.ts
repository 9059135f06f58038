/**
 * Repairs for a server that looks wrong.
 *
 * The worker synchronizes the power state by itself, so only a stuck workflow or a stale alert needs repair. A lock is never removed: its
 * workflow holds it and releases it at its end.
 */
import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { retryStuck } from '@innkeeper/domain/workflows/retry-stuck';
import type { OperatorCx } from '../context.ts';
import { endLostServer, type HostMachines } from './end-lost.ts';
import { type ServerView, showServer } from './show.ts';

interface Finding {
  /** Description of the problem and of its repair. */
  sentence: string;
  /** Repair. `undefined` if only the operator can help. */
  act?: (cx: OperatorCx) => Promise<unknown>;
}

/**
 * Lists the problems of a server. With `yes`, also repairs them where possible. With `end_lost`, ends a server whose machine is lost
 * instead, and throws its failures (end-lost.ts).
 */
export async function repairServer(
  cx: OperatorCx,
  { server: id, end_lost, reason, yes }: OperatorInput<'repairServer'>,
  host: HostMachines,
): Promise<OperatorResult<'repairServer'>> {
  if (end_lost && reason !== undefined)
    return { id, findings: [], repaired: 0, lost: await endLostServer(cx, id, { reason, yes, host }) };
  const server = await showServer(cx, { server: id }, host.machines);
  const found = findingsOf(server, cx.clock.now());
  const acts = yes ? found.flatMap(({ act, sentence }) => (act ? [{ act, sentence }] : [])) : [];
  for (const { act } of acts) await act(cx);
  const details = { done: acts.map(({ sentence }) => sentence) };
  if (acts.length > 0) await audit(cx, 'repairServer', { kind: 'server', id, accountId: server.account }, details);
  return { id, findings: found.map(({ sentence }) => sentence), repaired: acts.length, lost: null };
}

function findingsOf(server: ServerView, now: Date): Finding[] {
  const { id, lock, alerts } = server;
  const findings: Finding[] = [];
  if (lock?.state === 'stuck') {
    const cause = causeOf(server, lock.workflow) ?? lock.error;
    findings.push({
      sentence: `Workflow ${lock.workflow} (${lock.kind}) is stuck${cause ? `: ${String(cause).replace(/\.$/, '')}` : ''}. It is retried now.`,
      act: ({ db, clock }) => retryStuck(db, lock.workflow, clock.now()),
    });
  } else if (lock && new Date(lock.deadline_at) < now) {
    findings.push({
      sentence: `Workflow ${lock.workflow} (${lock.kind}) is ${lock.state} and holds the lock for too long. Check with ./innkeeper status whether the worker runs.`,
    });
  }
  if (server.status === 'active' && server.machine === 'absent' && !lock) {
    findings.push({
      sentence:
        'Its machine is missing on this host. Its owner can restore a backup on a new server. Then end this server with --end-lost.',
    });
  }
  if (alerts.length > 0 && !lock) {
    const kinds = [...new Set(alerts.map(({ kind }) => kind))].join(', ');
    const [open, they] = alerts.length === 1 ? ['1 alert is open', 'It is'] : [`${alerts.length} alerts are open`, 'They are'];
    findings.push({ sentence: `${open} (${kinds}). ${they} closed.`, act: (cx) => closeAlertsOf(cx, id) });
  }
  return findings;
}

/**
 * Returns the error of the unfinished undo step. The workflow's own error is the reason of the rollback, not the reason why it is stuck.
 */
function causeOf({ workflows, steps }: ServerView, workflowId: number): string | Date | null | undefined {
  if (workflows[0]?.id !== workflowId) return undefined;
  return steps.findLast(({ direction, finished_at }) => direction === 'back' && finished_at === null)?.error;
}

async function closeAlertsOf({ db, clock }: OperatorCx, serverId: number): Promise<void> {
  await db
    .updateTable('operator_alerts')
    .set({ resolved_at: clock.now() })
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', serverId)
    .where('resolved_at', 'is', null)
    .execute();
}

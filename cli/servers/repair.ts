/**
 * What an operator may have done to a server that looks wrong. The worker follows the machine by itself, so what is left is a
 * workflow that is stuck, and alerts that nobody has closed. Locks are never taken away: each is held by a workflow, and the
 * workflow's end gives it back.
 */

import { operatorCx } from '@innkeeper/apps/installation/operator';
import type { Database } from '@innkeeper/db/schema';
import { inTransaction } from '@innkeeper/db/transaction';
import { audit } from '@innkeeper/domain/audit';
import { retryStuck } from '@innkeeper/workflows/runner/retry-stuck';
import type { Kysely } from 'kysely';
import { lockOf, type ShownServer } from './show.ts';

export interface Repair {
  /** What is wrong, and what is done about it. */
  sentence: string;
  /** Absent where only the operator can help. */
  act?: (db: Kysely<Database>, now: Date) => Promise<void>;
}

/** Looks only. */
export function repairsOf(server: ShownServer, now: Date): Repair[] {
  const { id, lock, alerts } = server;
  const repairs: Repair[] = [];
  if (lock?.state === 'stuck') {
    const cause = causeOf(server, lock.workflow_id) ?? lock.error;
    repairs.push({
      sentence: `Workflow ${lock.workflow_id} (${lock.kind}) is stuck${cause ? `: ${cause}` : ''}. It is tried again now.`,
      act: async (db, at) => void (await retryStuck(db, lock.workflow_id, at)),
    });
  } else if (lock && lock.deadline_at < now) {
    repairs.push({
      sentence: `Workflow ${lock.workflow_id} (${lock.kind}) is ${lock.state} and holds the lock for too long. Does the worker run? ./innkeeper status tells.`,
    });
  }
  if (server.status === 'active' && server.machine === 'absent' && !lock) {
    repairs.push({ sentence: 'Nothing of it is on this host. A backup can be restored: its disk is made anew then.' });
  }
  if (alerts.length > 0 && !lock) {
    const kinds = [...new Set(alerts.map(({ kind }) => kind))].join(', ');
    const [open, they] = alerts.length === 1 ? ['1 alert is open', 'It is'] : [`${alerts.length} alerts are open`, 'They are'];
    repairs.push({
      sentence: `${open} (${kinds}). ${they} closed.`,
      act: (db, at) => closeAlerts(db, id, at),
    });
  }
  return repairs;
}

/** A workflow's own error is why it went back; what keeps it from getting there is the error of an undo. */
function causeOf({ workflows, steps }: ShownServer, workflowId: number): string | null | undefined {
  if (workflows[0]?.id !== workflowId) return undefined;
  return steps.findLast(({ direction, finished_at }) => direction === 'back' && finished_at === null)?.error;
}

/** Carries out what can be, in one transaction with its audit line. Answers how many. */
export function repair(db: Kysely<Database>, server: ShownServer, now: Date): Promise<number> {
  return inTransaction(db, async (trx) => {
    const lock = (await lockOf(trx, server.id)) ?? null;
    const acts = repairsOf({ ...server, lock }, now).flatMap(({ act, sentence }) => (act ? [{ act, sentence }] : []));
    for (const { act } of acts) await act(trx, now);
    const details = { done: acts.map(({ sentence }) => sentence) };
    const resource = { kind: 'server', id: server.id };
    if (acts.length > 0) await audit(operatorCx(trx), 'repairServer', resource, details);
    return acts.length;
  });
}

async function closeAlerts(db: Kysely<Database>, serverId: number, now: Date): Promise<void> {
  await db
    .updateTable('operator_alerts')
    .set({ resolved_at: now })
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', serverId)
    .where('resolved_at', 'is', null)
    .execute();
}

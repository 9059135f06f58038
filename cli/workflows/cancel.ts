/** The operator's two words to a workflow: turn back, and try again now. Each with its audit line. */

import { operatorCx } from '@innkeeper/apps/installation/operator';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import type { Database } from '@innkeeper/db/schema';
import { inTransaction } from '@innkeeper/db/transaction';
import { audit } from '@innkeeper/domain/audit';
import { type Cancellable, lockWorkflow, requestCancel } from '@innkeeper/domain/workflows/cancel';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { whyPastReturn } from '@innkeeper/workflows/runner/cancel';
import { retryStuck } from '@innkeeper/workflows/runner/retry-stuck';
import type { Kysely, Transaction } from 'kysely';

/** Asks it back: its worker, or the next that takes it, stops its step, undoes what was done, and gives the lock back. */
export function cancelWorkflow(db: Kysely<Database>, id: number, reason: string, now: Date = new Date()): Promise<void> {
  return inTransaction(db, async (trx) => {
    const workflow = await lockWorkflow(trx, id);
    if (!workflow) throw new Refusal(`There is no workflow ${id}.`);
    const why = whyNotCancelled(workflow);
    if (why !== undefined) throw new Refusal(why);
    await requestCancel({ db: trx, clock: { now: () => now } }, id, reason);
    await tell(trx, workflow, 'cancelWorkflow', { reason });
  });
}

export function retryWorkflow(db: Kysely<Database>, id: number, now: Date = new Date()): Promise<void> {
  return inTransaction(db, async (trx) => {
    const workflow = await lockWorkflow(trx, id);
    if (!workflow) throw new Refusal(`There is no workflow ${id}.`);
    if (!(await retryStuck(trx, id, now)))
      throw new Refusal(`Workflow ${id} is ${workflow.state}: only what is stuck waits to be told.`);
    await tell(trx, workflow, 'retryWorkflow', {});
  });
}

function whyNotCancelled({ id, kind, state, direction, step }: Cancellable): string | undefined {
  if (state === 'done' || state === 'undone') return `Workflow ${id} has ended: it is ${state}.`;
  if (direction === 'back') {
    const stuck = state === 'stuck' ? ` It is stuck: ./innkeeper workflow retry ${id} has it tried again now.` : '';
    return `Workflow ${id} is on its way back already.${stuck}`;
  }
  const definition = Object.hasOwn(DEFINITIONS, kind) ? DEFINITIONS[kind as keyof typeof DEFINITIONS] : undefined;
  if (!definition) return `This version does not know "${kind}", and can not undo it.`;
  const past = whyPastReturn(definition.steps, step);
  return past && `Workflow ${id} (${kind}) can not be cancelled any more. ${past}`;
}

async function tell(
  trx: Transaction<Database>,
  workflow: Cancellable,
  action: string,
  details: Record<string, string>,
): Promise<void> {
  const { id, kind, account_id: accountId, resource_kind, resource_id } = workflow;
  const resource = resource_kind === null || resource_id === null ? null : { kind: resource_kind, id: resource_id, accountId };
  await audit(operatorCx(trx), action, resource, { workflow: id, kind, ...details });
}

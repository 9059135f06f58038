/**
 * The door through which a request hands over what takes time. The workflow row and the lock of its resource are written
 * in the request's transaction: both are there with the change, or nothing is.
 */
import type { Database } from '@innkeeper/db/schema';
import { takeLock } from '@innkeeper/db/tables/locks';
import type { LockReason } from '@innkeeper/model/lock-reasons';
import type { Transaction } from 'kysely';
import type { WorkflowInputs } from './inputs.ts';
import { supersede } from './supersede.ts';

export interface Enqueue<Kind extends keyof WorkflowInputs> {
  kind: Kind;
  accountId: number;
  input: WorkflowInputs[Kind];
  /** What it holds while it runs. Its lock is taken here; `locked` is thrown when another holds it. */
  resource: { kind: 'server' | 'iso' | 'snapshot' | 'backup'; id: number };
  lockReason: LockReason;
  /** After how long an operator shall be told that the lock is still held, in ms. */
  lockDeadlineMs: number;
  /** A workflow that holds the lock until now: it is ended where it stands. Its row is locked already (`holdLock`). */
  over?: { workflowId: number; reason: string } | undefined;
  now: Date;
}

/** Writes workflow and lock; answers the workflow's id. Throws `Failure('locked')`. */
export async function enqueue<Kind extends keyof WorkflowInputs>(
  trx: Transaction<Database>,
  order: Enqueue<Kind>,
): Promise<number> {
  const { id } = await trx
    .insertInto('workflows')
    .values({
      kind: order.kind,
      account_id: order.accountId,
      resource_kind: order.resource.kind,
      resource_id: order.resource.id,
      input: JSON.stringify(order.input),
      created_at: order.now,
      run_at: order.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (order.over) await supersede(trx, order.over, id, order.now);
  await takeLock(trx, {
    kind: order.resource.kind,
    resourceId: order.resource.id,
    workflowId: id,
    reason: order.lockReason,
    now: order.now,
    deadlineAt: new Date(order.now.getTime() + order.lockDeadlineMs),
  });
  return id;
}

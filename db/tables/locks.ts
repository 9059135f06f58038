/** Locks are rows with an owner (a workflow), a reason and a deadline. A workflow's end deletes its own. */
import { Failure } from '@innkeeper/model/failures';
import type { Outage } from '@innkeeper/model/outage';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export interface Lock {
  kind: string;
  resourceId: number;
  reason: string;
  now: Date;
  deadlineAt: Date;
}

/** Seconds after which a customer who met a lock should look again; most acts on a server take a few. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Takes the lock, or throws `locked` with the operation that holds it. `workflow`: an expression that inserts its workflow, or selects it,
 * with its id. Returns that id.
 */
export async function takeLock(trx: Transaction<Database>, workflow: RawBuilder<{ id: number }>, lock: Lock): Promise<number> {
  const { rows } = await sql<{ id: number; taken: boolean }>`
    with workflow as (${workflow}),
    taken as (
      insert into locks (kind, resource_id, workflow_id, reason, locked_at, deadline_at)
      select ${lock.kind}, ${lock.resourceId}, id, ${lock.reason}, ${lock.now}, ${lock.deadlineAt} from workflow
      on conflict (kind, resource_id) do nothing returning workflow_id)
    select id, exists (select from taken) as taken from workflow`.execute(trx);
  const [started] = rows;
  if (!started?.taken) await refuseIfLocked(trx, lock.kind, lock.resourceId, { certain: true });
  return started?.id as number;
}

/**
 * Throws `locked` when the resource is locked now; reading only. `certain`: it was seen locked a moment ago. `besides`: the
 * workflow whose lock is about to be taken over.
 */
export async function refuseIfLocked(
  db: Kysely<Database>,
  kind: string,
  resourceId: number,
  options: { certain?: boolean; besides?: number | undefined } = {},
): Promise<void> {
  const held = await db
    .selectFrom('locks')
    .select(['reason', 'locked_at', 'workflow_id'])
    .where('kind', '=', kind)
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
  if (!held && !options.certain) return;
  if (held && held.workflow_id === options.besides) return;
  throw new Failure('locked', { lockReason: held?.reason, lockedAt: held?.locked_at, retryAfter: RETRY_AFTER_SECONDS });
}

/** Throws `locked` while what an address belongs to is locked: its names and its protection change with it. */
export async function refuseIfAddressHeld(db: Kysely<Database>, addressId: number): Promise<void> {
  const address = await db
    .selectFrom('ip_addresses')
    .select(['server_id', 'floating_ip_id'])
    .where('id', '=', addressId)
    .executeTakeFirst();
  if (address?.server_id) await refuseIfLocked(db, 'server', address.server_id);
  if (address?.floating_ip_id) await refuseIfLocked(db, 'floating_ip', address.floating_ip_id);
}

/** Releases what a workflow holds; part of the transaction that ends it. */
export async function releaseLocks(trx: Transaction<Database>, workflowId: number): Promise<void> {
  await trx.deleteFrom('locks').where('workflow_id', '=', workflowId).execute();
}

/** Postpones the deadlines of locks by the length of an outage; of a lock that was taken during it, by the rest. */
export async function postponeDeadlines(trx: Transaction<Database>, { since, until }: Outage): Promise<void> {
  const lost = sql<Date>`deadline_at + (${until}::timestamptz - greatest(${since}::timestamptz, locked_at))`;
  await trx.updateTable('locks').set({ deadline_at: lost }).where('locked_at', '<', until).execute();
}

/** Whether a workflow holds the resource now. */
export async function isLocked(db: Kysely<Database>, kind: string, resourceId: number): Promise<boolean> {
  const held = await db
    .selectFrom('locks')
    .select('workflow_id')
    .where('kind', '=', kind)
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * The lock of a resource, with its workflow's row locked: the workflow neither proceeds nor ends before this transaction does.
 */
export async function holdLock(
  trx: Transaction<Database>,
  kind: string,
  resourceId: number,
): Promise<{ workflowId: number; reason: string; begun: string[] } | undefined> {
  const held = await trx
    .selectFrom('locks')
    .innerJoin('workflows', 'workflows.id', 'locks.workflow_id')
    .select(['locks.workflow_id', 'locks.reason'])
    .where('locks.kind', '=', kind)
    .where('locks.resource_id', '=', resourceId)
    .where('workflows.finished_at', 'is', null)
    .forUpdate('workflows')
    .executeTakeFirst();
  if (!held) return undefined;
  const steps = await trx.selectFrom('workflow_steps').select('step').where('workflow_id', '=', held.workflow_id).execute();
  return { workflowId: held.workflow_id, reason: held.reason, begun: steps.map(({ step }) => step) };
}

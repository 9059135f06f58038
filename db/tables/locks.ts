/** Locks are rows with an owner (a workflow), a reason and a deadline. The end of a workflow deletes its locks. */
import { Failure } from '@innkeeper/model/failures';
import type { Outage } from '@innkeeper/model/installation/outage';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export interface Lock {
  kind: string;
  resourceId: number;
  reason: string;
  now: Date;
  deadlineAt: Date;
}

/** Seconds after which a customer should retry a locked resource. Most actions on a server take a few seconds. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Takes the lock, or throws `locked` with the operation that holds it. `workflow` is an expression that inserts or selects the lock's
 * workflow and yields its id. Returns this id.
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
 * Throws `locked` if the resource is locked. Takes no lock itself. With `certain` it also throws if the lock is gone, because the caller
 * has just seen the resource locked. `exceptWorkflowId` is the workflow whose lock the caller takes over.
 */
export async function refuseIfLocked(
  db: Kysely<Database>,
  kind: string,
  resourceId: number,
  options: { certain?: boolean; exceptWorkflowId?: number | undefined } = {},
): Promise<void> {
  const lock = await db
    .selectFrom('locks')
    .select(['reason', 'locked_at', 'workflow_id'])
    .where('kind', '=', kind)
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
  if (!lock && !options.certain) return;
  if (lock && lock.workflow_id === options.exceptWorkflowId) return;
  throw new Failure('locked', { lockReason: lock?.reason, lockedAt: lock?.locked_at, retryAfter: RETRY_AFTER_SECONDS });
}

/** Throws `locked` while the server or floating IP of an address is locked. The names and protection of the address change with it. */
export async function refuseIfAddressLocked(db: Kysely<Database>, addressId: number): Promise<void> {
  const address = await db
    .selectFrom('ip_addresses')
    .select(['server_id', 'floating_ip_id'])
    .where('id', '=', addressId)
    .executeTakeFirst();
  if (address?.server_id) await refuseIfLocked(db, 'server', address.server_id);
  if (address?.floating_ip_id) await refuseIfLocked(db, 'floating_ip', address.floating_ip_id);
}

/** Releases the locks of a workflow in the transaction that ends it. */
export async function releaseLocks(trx: Transaction<Database>, workflowId: number): Promise<void> {
  await trx.deleteFrom('locks').where('workflow_id', '=', workflowId).execute();
}

/**
 * Postpones the deadlines of locks by the length of an outage. A lock that was taken during the outage is postponed by the remaining part.
 */
export async function postponeDeadlines(trx: Transaction<Database>, { since, until }: Outage): Promise<void> {
  const postponedDeadline = sql<Date>`deadline_at + (${until}::timestamptz - greatest(${since}::timestamptz, locked_at))`;
  await trx.updateTable('locks').set({ deadline_at: postponedDeadline }).where('locked_at', '<', until).execute();
}

/** Returns the ids of services that a workflow has locked. */
export async function listLocked(db: Kysely<Database>, services: readonly { id: number }[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select v.id from services v join locks l on l.kind = replace(v.type, '-', '_') and l.resource_id = v.id
    where v.id = any(${services.map(({ id }) => id)}::int[]) order by v.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns whether a workflow has locked the resource. */
export async function isLocked(db: Kysely<Database>, kind: string, resourceId: number): Promise<boolean> {
  const lock = await db
    .selectFrom('locks')
    .select('workflow_id')
    .where('kind', '=', kind)
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
  return lock !== undefined;
}

/** Finds the lock of a resource and locks its workflow's row: the workflow neither proceeds nor ends before this transaction does. */
export async function lockHoldingWorkflow(
  trx: Transaction<Database>,
  kind: string,
  resourceId: number,
): Promise<{ workflowId: number; reason: string; begun: string[] } | undefined> {
  const lock = await trx
    .selectFrom('locks')
    .innerJoin('workflows', 'workflows.id', 'locks.workflow_id')
    .select(['locks.workflow_id', 'locks.reason'])
    .where('locks.kind', '=', kind)
    .where('locks.resource_id', '=', resourceId)
    .where('workflows.finished_at', 'is', null)
    .forUpdate('workflows')
    .executeTakeFirst();
  if (!lock) return undefined;
  const steps = await trx.selectFrom('workflow_steps').select('step').where('workflow_id', '=', lock.workflow_id).execute();
  return { workflowId: lock.workflow_id, reason: lock.reason, begun: steps.map(({ step }) => step) };
}

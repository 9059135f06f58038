/**
 * Starts a workflow for a request or a job. The workflow, its lock and its audit line are written in the caller's transaction. They are
 * therefore committed together with the change, or not at all.
 */
import type { CopyKind, Json } from '@innkeeper/db/schema';
import { releaseLocks, takeLock } from '@innkeeper/db/tables/locks';
import { type RawBuilder, sql } from 'kysely';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { inputOf, KINDS, type Kind, type LockOf, type Resource, type StartInput } from './kinds.ts';
import { supersede } from './supersede.ts';

/** Row of the locked resource, with the account that owns it. */
export type RowOf<K extends Kind> = {
  readonly id: number;
  readonly account_id: number | null;
} & ((typeof KINDS)[K]['resource'] extends 'copy' ? { readonly kind: CopyKind } : unknown);

export interface StartOptions<K extends Kind> {
  /** Action of the audit line, such as an operation's name. Defaults to the kind. */
  action?: string;
  /** Additional details of the audit line, which always contains the workflow id. They must not contain secrets. */
  details?: { [key: string]: Json };
  /** Resource of the audit line, by default the locked resource. */
  auditResource?: { kind: string; id: number };
  /** Reason of the lock, by default the first reason of the kind. With `null` no lock is taken, and another workflow may hold the resource's lock. */
  lock?: LockOf<K> | null;
  /** Time in milliseconds after which the lock is overdue, by default the deadline of the kind. */
  lockDeadlineMs?: number;
  /** Node whose worker runs the workflow, or `null` for any worker. Default: the node of the resource. */
  nodeId?: number | null;
  /**
   * Workflow that holds the lock and is superseded by the new one. `reason` is a sentence for the customer. The caller has locked its row
   * (`lockHoldingWorkflow`).
   */
  supersedes?: { workflowId: number; reason: string } | undefined;
}

/** Starts a workflow and returns its id. Throws `Failure('locked')` while another workflow holds the resource's lock. */
export async function startWorkflow<K extends Kind>(
  cx: Pick<MutatingCx, 'db' | 'clock' | 'actor' | 'requestId' | 'startedOperations'>,
  kind: K,
  row: RowOf<K>,
  input: StartInput<K>,
  options: StartOptions<K> = {},
): Promise<number> {
  const { action = kind, details = {}, auditResource, lock = KINDS[kind].locks[0], supersedes } = options;
  const now = cx.clock.now();
  if (lock !== null && !KINDS[kind].locks.some((reason) => reason === lock))
    throw new Error(`${kind} does not lock with the reason ${lock}`);
  const resource = { kind: resourceKind(kind, row), id: row.id };
  const node = options.nodeId === undefined ? NODE_OF[KINDS[kind].resource](row.id) : sql`${options.nodeId}::int`;
  const workflow = sql<{ id: number }>`
    insert into workflows (kind, account_id, user_id, resource_kind, resource_id, node_id, input, created_at, run_at)
    values (${kind}, ${row.account_id}, ${cx.actor.userId}, ${resource.kind}, ${resource.id}, ${node},
      ${JSON.stringify(inputOf(kind, row.id, input))}, ${now}, ${now})
    returning id`;
  if (supersedes) await releaseLocks(cx.db, supersedes.workflowId);
  const deadlineAt = new Date(now.getTime() + (options.lockDeadlineMs ?? KINDS[kind].lockDeadlineMs));
  const locked = { kind: resource.kind, resourceId: resource.id, now, deadlineAt };
  const id = lock === null ? await idOf(cx.db, workflow) : await takeLock(cx.db, workflow, { ...locked, reason: lock });
  if (row.account_id !== null && row.account_id === cx.actor.accountId) cx.startedOperations?.push(id);
  if (supersedes) await supersede(cx, supersedes, id);
  const auditDetails = { ...details, workflow: id, ...(supersedes ? { over: supersedes.workflowId } : {}) };
  await audit(cx, action, { ...(auditResource ?? resource), accountId: row.account_id }, auditDetails);
  return id;
}

function resourceKind<K extends Kind>(kind: K, row: RowOf<K>): string {
  const { resource } = KINDS[kind];
  return resource === 'copy' && 'kind' in row ? String(row.kind) : resource;
}

async function idOf(db: MutatingCx['db'], workflow: RawBuilder<{ id: number }>): Promise<number> {
  const { rows } = await workflow.execute(db);
  return (rows[0] as { id: number }).id;
}

/** SQL for the node of a resource. `null` if any node can run the workflow, for example for a copy in a store that every node reaches. */
const NODE_OF: Record<Resource, (id: number) => RawBuilder<number | null>> = {
  server: (id) => sql`(select node_id from server_details where id = ${id})`,
  iso: (id) => sql`(select node_id from disk_rooms where kind = 'iso' and resource_id = ${id} limit 1)`,
  copy: (id) => sql`(select node_id from copies where id = ${id})`,
  payment: () => sql`null`,
  firewall: () => sql`null`,
  // The caller of `start` gives the node, which depends on the servers.
  floating_ip: () => sql`null`,
};

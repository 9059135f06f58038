/**
 * The door through which a request or a job hands over what takes time. Workflow, lock and audit line are written in the caller's
 * transaction: all are there with the change, or nothing is.
 */
import type { CopyKind, Json } from '@innkeeper/db/schema';
import { takeLock } from '@innkeeper/db/tables/locks';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { type GivenInput, inputOf, KINDS, type Kind, type LockOf } from './kinds.ts';
import { supersede } from './supersede.ts';

/** What is locked, and whose it is: its row. */
export type RowOf<K extends Kind> = {
  readonly id: number;
  readonly account_id: number | null;
} & ((typeof KINDS)[K]['resource'] extends 'copy' ? { readonly kind: CopyKind } : unknown);

export interface StartOptions<K extends Kind> {
  /** What the audit line says was done: an operation's name. Default: the kind. */
  action?: string;
  /** What the audit line says besides the workflow. No secrets. */
  details?: { [key: string]: Json };
  /** What the audit line is about, when that is not what is locked. */
  about?: { kind: string; id: number };
  /** Default: the first of the kind's. */
  lock?: LockOf<K>;
  /** A workflow that holds the lock until now: it is ended where it stands. Its row is locked already (`holdLock`). */
  over?: { workflowId: number; reason: string } | undefined;
}

/** Answers the workflow's id. Throws `Failure('locked')` while another holds the row. */
export async function start<K extends Kind>(
  cx: Pick<MutatingCx, 'db' | 'clock' | 'actor' | 'requestId'>,
  kind: K,
  row: RowOf<K>,
  input: GivenInput<K>,
  { action = kind, details = {}, about, lock = KINDS[kind].locks[0], over }: StartOptions<K> = {},
): Promise<number> {
  const now = cx.clock.now();
  if (!KINDS[kind].locks.some((reason) => reason === lock)) throw new Error(`${kind} does not lock with the reason ${lock}`);
  const resource = { kind: resourceKind(kind, row), id: row.id };
  const { id } = await cx.db
    .insertInto('workflows')
    .values({
      kind,
      account_id: row.account_id,
      resource_kind: resource.kind,
      resource_id: resource.id,
      input: JSON.stringify(inputOf(kind, row.id, input)),
      created_at: now,
      run_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (over) await supersede(cx.db, over, id, now);
  await takeLock(cx.db, {
    kind: resource.kind,
    resourceId: resource.id,
    workflowId: id,
    reason: lock,
    now,
    deadlineAt: new Date(now.getTime() + KINDS[kind].lockDeadlineMs),
  });
  const told = { ...details, workflow: id, ...(over ? { over: over.workflowId } : {}) };
  await audit(cx, action, { ...(about ?? resource), accountId: row.account_id }, told);
  return id;
}

function resourceKind<K extends Kind>(kind: K, row: RowOf<K>): string {
  const { resource } = KINDS[kind];
  return resource === 'copy' && 'kind' in row ? String(row.kind) : resource;
}

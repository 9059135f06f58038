/**
 * Loads the resources of a path and checks that they may be used. Every operation passes here before its use case, implemented or not.
 *
 * A resource must exist (`not_found`) and belong to the account (`not_yours`). It must not be locked by a workflow (`locked`), and its
 * state must be suitable (`wrong_state`). The checks run in this order.
 */

import type { Database } from '@innkeeper/db/schema';
import { lockHoldingWorkflow, refuseIfAddressLocked, refuseIfLocked } from '@innkeeper/db/tables/locks';
import { Failure } from '@innkeeper/model/failures';
import type { PathGuards, PathResource, ResourceKind } from '@innkeeper/model/requests/path-resources';
import { type GuestWait, mayEndWait } from '@innkeeper/model/states/guest-waits';
import { explainWrongState, type Requirements, type States, USABLE_WHILE_SUSPENDED } from '@innkeeper/model/states/requirements';
import type { ServerStatus } from '@innkeeper/model/states/server';
import type { Transaction } from 'kysely';
import type { MutatingRequestCx, RequestCx } from '../context.ts';
import { staffEndOf, staffSuspensionOf } from '../services/staff-suspension.ts';
import { type PathReference, SOURCES } from './kinds.ts';
import { notFound } from './not-found.ts';
import { refuseOutOfScope } from './scope.ts';

type Params = Readonly<Record<string, unknown>>;
type Rows = Partial<Record<ResourceKind, object>>;

export interface LoadedPath {
  rows: Rows;
  /** Workflow whose lock the use case takes over, or `undefined`. */
  supersededWorkflowId: number | undefined;
}

/** Loads a path for an operation that changes nothing. */
export async function readPath(cx: RequestCx, guards: PathGuards, params: Params): Promise<LoadedPath> {
  const rows = await loadAll(cx, guards, params, (kind, named) => SOURCES[kind].read(cx, named), 'read');
  await refuseWrongState(cx, guards.requires, rows);
  return { rows, supersededWorkflowId: undefined };
}

/** Loads a path for an operation that changes something. The rows stay locked until the transaction ends. */
export async function lockPath(cx: MutatingRequestCx, guards: PathGuards, params: Params): Promise<LoadedPath> {
  const { resources = [], locks, takesOver, requires, rowLock } = guards;
  const locked = resources.find(({ param }) => param === locks);
  // A workflow that ends locks its own row before the row of its server. A request that ends a workflow must use the same order.
  const supersededWorkflowId = locked && takesOver && (await workflowToEnd(cx, locked, takesOver, params));
  const load = rowLock === 'by use case' ? 'read' : 'lock';
  const rows = await loadAll(cx, guards, params, (kind, named) => SOURCES[kind][load](cx, named), 'change');
  if (locked?.kind === 'ip_address') await refuseIfAddressLocked(cx.db, idOf(locked, params));
  else if (locked) await refuseIfLocked(cx.db, locked.kind, idOf(locked, params), { exceptWorkflowId: supersededWorkflowId });
  await refuseWrongState(cx, requires, rows);
  return { rows, supersededWorkflowId };
}

/** Loads the outermost resource first. A resource inside another account's resource is then 403, like the enclosing one. */
async function loadAll(
  cx: RequestCx,
  { resources = [] }: PathGuards,
  params: Params,
  load: (kind: ResourceKind, named: PathReference) => Promise<unknown>,
  use: 'read' | 'change',
): Promise<Rows> {
  const rows: Rows = {};
  for (const resource of resources) {
    const row = await load(resource.kind, namedBy(resource, params));
    if (row === undefined || row === null) throw await notFound(cx, resource, params);
    const found = requireOwner(cx, resource.kind, row, use);
    // A nested resource belongs to the server of its enclosing resource.
    if (resource.within === undefined) refuseOutOfScope(cx.actor, resource.kind, found);
    rows[resource.kind] = found;
  }
  return rows;
}

function requireOwner(cx: RequestCx, kind: ResourceKind, row: unknown, use: 'read' | 'change'): object {
  if (typeof row !== 'object' || row === null) throw new Failure('not_found');
  const accountId = 'account_id' in row ? row.account_id : null;
  if (accountId === cx.actor.accountId) return row;
  if (accountId !== null) throw new Failure('not_yours');
  // The existence of a row without an account stays hidden, unless the row is readable for everyone.
  if (SOURCES[kind].unowned === undefined) throw new Failure('not_found');
  if (use === 'change') throw new Failure('not_yours');
  return row;
}

/**
 * Returns the workflow that locks the resource if it is in one of these guest waits. Returns `undefined` if there is no such workflow, or
 * if the workflow must not be ended.
 */
async function workflowToEnd(
  cx: MutatingRequestCx,
  resource: PathResource,
  waits: readonly GuestWait[],
  params: Params,
): Promise<number | undefined> {
  const row = await SOURCES[resource.kind].read(cx, namedBy(resource, params));
  if (row === undefined || row === null) throw await notFound(cx, resource, params);
  requireOwner(cx, resource.kind, row, 'change');
  return endableWait(cx.db, resource.kind, idOf(resource, params), waits);
}

async function endableWait(
  trx: Transaction<Database>,
  kind: ResourceKind,
  id: number,
  waits: readonly GuestWait[],
): Promise<number | undefined> {
  const workflow = await lockHoldingWorkflow(trx, kind, id);
  const wait = waits.find((one) => one === workflow?.reason);
  return workflow && wait && mayEndWait(wait, workflow.begun) ? workflow.workflowId : undefined;
}

async function refuseWrongState({ db }: Pick<RequestCx, 'db'>, requires: Requirements = {}, rows: Rows): Promise<void> {
  const { server } = rows as { server?: LoadedServer };
  const isEnding = server !== undefined && endsByStaff(requires, server);
  const message = isEnding ? undefined : explainWrongState(requires, rows as States);
  if (message === undefined && !isEnding) return;
  // Paying would not end a suspension by staff.
  const byStaff = server && (isEnding ? await staffEndOf(db, server.id) : await suspensionOf(db, server));
  throw new Failure('wrong_state', { message: byStaff ?? message });
}

interface LoadedServer {
  id: number;
  status: ServerStatus;
  staff_ends_at: Date | null;
}

/**
 * Returns whether the operation needs a server in service, and staff ends this one. Such a server is active until its lock is released, and
 * as long as it has no machine.
 */
const endsByStaff = ({ server: required }: Requirements, { status, staff_ends_at }: LoadedServer): boolean =>
  staff_ends_at !== null &&
  required !== undefined &&
  !USABLE_WHILE_SUSPENDED.has(required) &&
  (status === 'active' || status === 'suspended');

const suspensionOf = (db: RequestCx['db'], { id, status }: LoadedServer) =>
  status === 'suspended' ? staffSuspensionOf(db, id) : undefined;

function namedBy(resource: PathResource, params: Params): PathReference {
  const parent = resource.within === undefined ? undefined : Number(params[resource.within]);
  return { id: idOf(resource, params), text: String(params[resource.param]), parent, params };
}

const idOf = ({ param }: PathResource, params: Params): number => Number(params[param]);

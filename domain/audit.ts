import type { Json } from '@innkeeper/db/schema';
import { type AuditLine, insertAuditLine } from '@innkeeper/db/tables/audit';
import { jsonText } from '@innkeeper/model/text/json-text';
import type { Actor } from './actor.ts';
import type { MutatingCx } from './context.ts';

/** Properties of an actor that an audit line records. */
export type AuditActor = Pick<Actor, 'kind' | 'accountId' | 'userId'> & { readonly id?: number; readonly name?: string };

/** Resource of an audit line. */
export interface AuditedResource {
  kind: string;
  id: number;
  /** Account that owns the resource, by default the actor's account. Set it for jobs and operators, which have no account. */
  accountId?: number | null;
}

/**
 * Records an action of the actor on a resource, in the transaction of the change.
 *
 * `action` is the name of an operation (`restartServer`), or a workflow or resource with the event (`server.restart.done`,
 * `order.expired`). `details` must not contain secrets.
 */
export async function audit(
  cx: Pick<MutatingCx, 'db' | 'clock' | 'requestId'> & { readonly actor: AuditActor },
  action: string,
  resource: AuditedResource | null,
  details: { [key: string]: Json } = {},
): Promise<void> {
  await insertAuditLine(cx.db, auditLine(cx, action, resource, details));
}

/** Returns the audit line for callers that insert it with their own statement. */
export function auditLine(
  cx: Pick<MutatingCx, 'clock' | 'requestId'> & { readonly actor: AuditActor },
  action: string,
  resource: AuditedResource | null,
  details: { [key: string]: Json } = {},
): AuditLine {
  const { actor } = cx;
  return {
    account_id: resource?.accountId === undefined ? actor.accountId : resource.accountId,
    actor_kind: actor.kind,
    actor_id: actor.id ?? null,
    actor_name: actor.name ?? null,
    user_id: actor.userId,
    action,
    resource_kind: resource?.kind ?? null,
    resource_id: resource?.id ?? null,
    request_id: cx.requestId,
    details: jsonText(details),
    at: cx.clock.now(),
  };
}

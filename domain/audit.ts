import type { Json } from '@innkeeper/db/schema';
import { type AuditLine, insertAuditLine } from '@innkeeper/db/tables/audit';
import { jsonText } from '@innkeeper/model/json-text';
import type { Actor } from './actor.ts';
import type { MutatingCx } from './context.ts';

/** What a line says of who acts. */
export type Acting = Pick<Actor, 'kind' | 'accountId' | 'userId'> & { readonly id?: number; readonly name?: string };

/** What a line is about. */
export interface AuditedResource {
  kind: string;
  id: number;
  /** Whose it is, where the actor acts for nobody: a job, the operator. Unless given, the actor's account. */
  accountId?: number | null;
}

/**
 * Records who did what to which resource, in the transaction of the change. `action` is the name of an operation
 * (`restartServer`), or a workflow or resource with what happened to it (`server.restart.done`, `order.expired`). `details` must
 * not contain secrets.
 */
export async function audit(
  cx: Pick<MutatingCx, 'db' | 'clock' | 'requestId'> & { readonly actor: Acting },
  action: string,
  resource: AuditedResource | null,
  details: { [key: string]: Json } = {},
): Promise<void> {
  await insertAuditLine(cx.db, auditLine(cx, action, resource, details));
}

/** The same line, for those who write it by a statement of their own. */
export function auditLine(
  cx: Pick<MutatingCx, 'clock' | 'requestId'> & { readonly actor: Acting },
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

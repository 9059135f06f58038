import type { Server } from '@innkeeper/db/schema';
import { type LoadedOperation, pageOfOperations, pageOfUnfinishedOperations } from '@innkeeper/db/tables/operations';
import type { Cx, RequestCx } from '@innkeeper/domain/context';

/** What was done to a server and what is being done, newest first. */
export function listServerOperations(
  cx: Cx,
  { server, page, perPage }: { server: Server; page: number; perPage: number },
): Promise<{ rows: LoadedOperation[]; total: number }> {
  return pageOfOperations(cx.db, { kind: 'server', id: server.id, page, perPage });
}

/** Lists the caller's operations that have not ended, newest first. */
export function listOperations(
  cx: RequestCx,
  wanted: { page: number; perPage: number },
): Promise<{ rows: LoadedOperation[]; total: number }> {
  return pageOfUnfinishedOperations(cx.db, { accountId: cx.actor.accountId, ...wanted });
}

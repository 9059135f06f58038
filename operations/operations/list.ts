import type { Server } from '@innkeeper/db/schema';
import { type LoadedOperation, pageOfOperations, pageOfUnfinishedOperations } from '@innkeeper/db/tables/operations';
import type { Cx, RequestCx } from '@innkeeper/domain/context';

/** Lists the finished and unfinished operations on a server, newest first. */
export function listServerOperations(
  cx: Cx,
  { server, page, perPage }: { server: Server; page: number; perPage: number },
): Promise<{ rows: LoadedOperation[]; total: number }> {
  return pageOfOperations(cx.db, { kind: 'server', id: server.id, page, perPage });
}

/** Lists the caller's unfinished operations, newest first. */
export function listOperations(
  cx: RequestCx,
  query: { page: number; perPage: number },
): Promise<{ rows: LoadedOperation[]; total: number }> {
  return pageOfUnfinishedOperations(cx.db, { accountId: cx.actor.accountId, ...query });
}

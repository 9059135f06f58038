import { pageOfOperations, pageOfUnfinishedOperations } from '@innkeeper/db/tables/operations';
import type { Cx, RequestCx } from '@innkeeper/domain/context';
import { presentOperation } from '@innkeeper/present/operation';
import { page, pageRequest } from '@innkeeper/present/page';
import type { Input, Reply } from './define.ts';

/** Lists the finished and unfinished operations on a server, newest first. */
export async function listServerOperations(
  cx: RequestCx,
  { server, query }: Input<'listServerOperations'>,
): Promise<Reply<'listServerOperations'>> {
  const found = await pageOfOperations(cx.db, { kind: 'server', id: server.id, ...pageRequest(query) });
  return page(cx.url, query, found, (row) => presentOperation(row, cx));
}

/** Lists the caller's unfinished operations, newest first. */
export async function listOperations(cx: RequestCx, { query }: Input<'listOperations'>): Promise<Reply<'listOperations'>> {
  const found = await pageOfUnfinishedOperations(cx.db, { accountId: cx.actor.accountId, ...pageRequest(query) });
  return page(cx.url, query, found, (row) => presentOperation(row, cx));
}

/** Returns an operation on a resource of the caller. */
export async function getOperation(cx: Cx, { operation }: Input<'getOperation'>): Promise<Reply<'getOperation'>> {
  return presentOperation(operation, cx);
}

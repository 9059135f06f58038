import type { Server } from '@innkeeper/db/schema';
import { type LoadedOperation, pageOfOperations } from '@innkeeper/db/tables/operations';
import type { Cx } from '@innkeeper/domain/context';

/** What was and is done to a server, newest first. */
export function listServerOperations(
  cx: Cx,
  { server, page, perPage }: { server: Server; page: number; perPage: number },
): Promise<{ rows: LoadedOperation[]; total: number }> {
  return pageOfOperations(cx.db, { kind: 'server', id: server.id, page, perPage });
}

import { type LoadedOperation, pageOfOperations } from '@innkeeper/db/tables/operations';
import type { Cx } from '@innkeeper/domain/context';
import { ownedBy } from '@innkeeper/domain/own';

/** What was and is done to a server, newest first. Throws `not_found`, `not_yours`. */
export async function listServerOperations(
  cx: Cx,
  input: { server: number; page: number; perPage: number },
): Promise<{ rows: LoadedOperation[]; total: number }> {
  const { server, page, perPage } = input;
  ownedBy(cx, await cx.db.selectFrom('servers').select('account_id').where('id', '=', server).executeTakeFirst());
  return pageOfOperations(cx.db, { kind: 'server', id: server, page, perPage });
}

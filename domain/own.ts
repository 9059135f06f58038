/** The rule in front of every act on a server: it is there, it is the caller's, and nobody else holds it. */
import type { Server } from '@innkeeper/db/schema';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { Failure } from '@innkeeper/model/failures';
import type { Cx, MutatingCx } from './context.ts';

/**
 * The caller's server, its row locked for the rest of the transaction. `over`: the workflow whose lock does not count, as it is
 * being taken over. Throws `not_found`, `not_yours`, `locked`.
 */
export async function ownServerToChange(cx: MutatingCx, id: number, over?: number): Promise<Server> {
  const server = await cx.db.selectFrom('servers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  const own = ownedBy(cx, server);
  await refuseIfLocked(cx.db, 'server', id, { besides: over });
  return own;
}

/** Absent is `not_found`, another account's is `not_yours`. */
export function ownedBy<Row extends { account_id: number }>(cx: Cx, row: Row | undefined): Row {
  if (!row) throw new Failure('not_found');
  if (row.account_id !== cx.actor.accountId) throw new Failure('not_yours');
  return row;
}

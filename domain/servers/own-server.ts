import type { Server } from '@innkeeper/db/schema';
import type { Cx } from '../context.ts';
import { ownedBy } from '../own.ts';

/** The caller's server as its row is. Throws `not_found`, `not_yours`. */
export async function ownServer(cx: Cx, id: number): Promise<Server> {
  return ownedBy(cx, await cx.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirst());
}

import type { Server } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import type { Cx } from '../context.ts';
import { ownedBy } from '../own.ts';

type Shown = Pick<Server, 'id' | 'account_id' | 'status' | 'power'> & { readonly node: string };

/** The caller's server. A lock is no hindrance: a boot that goes wrong is what a console is for. Throws `not_found`, `not_yours`. */
export async function ownServerToWatch(cx: Cx, id: number): Promise<Shown> {
  return ownedBy(cx, await findShown(cx.db, id));
}

export function findShown(db: Cx['db'], id: number): Promise<Shown | undefined> {
  return db
    .selectFrom('servers')
    .innerJoin('nodes', 'nodes.id', 'servers.node_id')
    .select(['servers.id', 'servers.account_id', 'servers.status', 'servers.power', 'nodes.name as node'])
    .where('servers.id', '=', id)
    .executeTakeFirst();
}

/** Only a machine that runs has a screen; one that is being built is watched from its first boot on. */
export function hasScreen({ status, power }: Pick<Shown, 'status' | 'power'>): boolean {
  return (
    (status === 'active' || status === 'processing') &&
    (power === 'running' || power === 'booting' || power === 'unreachable' || power === 'stalled')
  );
}

/** Throws `wrong_state`. */
export function refuseUnlessRunning(server: Pick<Shown, 'status' | 'power'>): void {
  if (!hasScreen(server)) throw new Failure('wrong_state', { message: 'This server does not run, so it has no screen.' });
}

import type { Server } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import { serverRefusal } from '@innkeeper/model/states/requirements';
import type { Cx } from '../context.ts';

type Shown = Pick<Server, 'id' | 'account_id' | 'status' | 'power' | 'rescue'> & { readonly node: string };

export function findShown(db: Cx['db'], id: number): Promise<Shown | undefined> {
  return db
    .selectFrom('servers')
    .innerJoin('nodes', 'nodes.id', 'servers.node_id')
    .select(['servers.id', 'servers.account_id', 'servers.status', 'servers.power', 'servers.rescue', 'nodes.name as node'])
    .where('servers.id', '=', id)
    .executeTakeFirst();
}

/** The name of the node that a server's machine is on. */
export async function nodeOf(db: Cx['db'], { node_id }: Pick<Server, 'node_id'>): Promise<string> {
  const { name } = await db.selectFrom('nodes').select('name').where('id', '=', node_id).executeTakeFirstOrThrow();
  return name;
}

/** Only a machine that runs has a screen; one that is being built has it from its first boot on. */
export function hasScreen(server: Pick<Shown, 'status' | 'power' | 'rescue'>): boolean {
  return serverRefusal('running', server) === undefined;
}

/** Throws `wrong_state`. */
export function refuseUnlessRunning(server: Pick<Shown, 'status' | 'power' | 'rescue'>): void {
  const message = serverRefusal('running', server);
  if (message !== undefined) throw new Failure('wrong_state', { message });
}

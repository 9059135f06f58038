import type { Server } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import { serverRefusal } from '@innkeeper/model/states/requirements';
import type { Cx } from '../context.ts';

type ConsoleServer = Pick<Server, 'id' | 'account_id' | 'status' | 'power' | 'rescue'> & { readonly node: string };

/** Finds a server with the name of its node and the state that decides whether it has a screen. */
export function findConsoleServer(db: Cx['db'], id: number): Promise<ConsoleServer | undefined> {
  return db
    .selectFrom('servers')
    .innerJoin('nodes', 'nodes.id', 'servers.node_id')
    .select(['servers.id', 'servers.account_id', 'servers.status', 'servers.power', 'servers.rescue', 'nodes.name as node'])
    .where('servers.id', '=', id)
    .executeTakeFirst();
}

/** Returns the name of the node that runs a server's machine. */
export async function nodeOf(db: Cx['db'], { node_id }: Pick<Server, 'node_id'>): Promise<string> {
  const { name } = await db.selectFrom('nodes').select('name').where('id', '=', node_id).executeTakeFirstOrThrow();
  return name;
}

/** Returns whether a server has a screen: only a running machine has one. A server that is being built has one from its first boot. */
export function hasScreen(server: Pick<ConsoleServer, 'status' | 'power' | 'rescue'>): boolean {
  return serverRefusal('running', server) === undefined;
}

/** Throws `wrong_state` if the server is not running. */
export function refuseUnlessRunning(server: Pick<ConsoleServer, 'status' | 'power' | 'rescue'>): void {
  const message = serverRefusal('running', server);
  if (message !== undefined) throw new Failure('wrong_state', { message });
}

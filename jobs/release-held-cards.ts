/** Releases network cards that are still held although no move owns them, for example because a restored database lacks the move. */
import { isMoving } from '@innkeeper/db/tables/moves-under-way';
import { lockServer } from '@innkeeper/db/tables/servers';
import { inTransaction } from '@innkeeper/db/transaction';
import { EngineError } from '@innkeeper/engine/error';
import { machineIdOf, serverIdOf } from '@innkeeper/model/servers/machine-names';
import type { NodeContext, WatchedNode } from './job.ts';

/** Releases the held cards of servers that run on the node. A card that fails is released in a later run. */
export async function releaseHeldCards(cx: NodeContext, node: WatchedNode): Promise<void> {
  for (const machineId of await cx.engine.network.list('held')) {
    const serverId = serverIdOf(machineId);
    if (serverId === undefined) continue;
    try {
      if (await releaseOwn(cx, node, serverId)) cx.log.warn({ machineId }, 'a card that no move owned was held and is released');
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      cx.log.error({ err: error, machineId }, 'a held card could not be released');
    }
  }
}

/** Releases the card if the server's row names the node, its guest runs there, and no move of the server is unfinished. */
async function releaseOwn({ db, engine }: NodeContext, node: WatchedNode, serverId: number): Promise<boolean> {
  const machineId = machineIdOf(serverId);
  const row = await db.selectFrom('servers').select('node_id').where('id', '=', serverId).executeTakeFirst();
  if (row?.node_id !== node.id || (await isMoving(db, serverId))) return false;
  // A guest that a lost move has left paused may run on the other node, and would lose its addresses to this one.
  const { power, paused } = await engine.compute.inspect(machineId);
  if (power !== 'running' || paused === true) return false;
  return inTransaction(db, async (trx) => {
    // A move that starts now waits for this lock, so it cannot hold the card before the release.
    const server = await lockServer(trx, serverId);
    if (server?.node_id !== node.id || (await isMoving(trx, serverId))) return false;
    await engine.network.release(machineId);
    return true;
  });
}

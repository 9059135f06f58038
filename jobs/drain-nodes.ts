/**
 * Moves the servers of nodes that are drained with `--live`, a few at a time. A server that cannot move stays, and `node show` says why.
 * A server whose move has failed is tried again after a pause (model/servers/draining.ts).
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { transact } from '@innkeeper/domain/context';
import { listFates, startDrainMove } from '@innkeeper/domain/servers/drain';
import { Failure } from '@innkeeper/model/failures';
import type { JobContext } from './job.ts';

interface Next {
  id: number;
  nodeId: number;
}

/** Starts moves on each node up to its limit. Returns how many were started. */
export function drainNodes(cx: JobContext): Promise<number> {
  const full = new Set<number>();
  return forEachDue<Next>(cx, {
    name: 'drain-nodes',
    kind: 'server',
    find: (except) => listNext(cx, except),
    async act({ id, nodeId }) {
      if (full.has(nodeId)) return false;
      const outcome = await start(cx, id);
      if (outcome === 'full') full.add(nodeId);
      return outcome === 'started';
    },
  });
}

async function listNext(cx: JobContext, except: readonly number[]): Promise<Next[]> {
  const nodes = await cx.db.selectFrom('nodes').select('id').where('drains_live', '=', true).orderBy('id').execute();
  const next: Next[] = [];
  for (const { id: nodeId } of nodes) {
    const fates = await listFates(cx, { id: nodeId, isLive: true });
    next.push(...fates.filter(({ id, kind }) => kind === 'ready' && !except.includes(id)).map(({ id }) => ({ id, nodeId })));
  }
  return next;
}

async function start(cx: JobContext, serverId: number): Promise<'started' | 'full' | 'stays'> {
  try {
    return await transact(cx, (mine) => startDrainMove(mine, serverId));
  } catch (error) {
    // A request has locked the server or filled the other node since the list was read.
    if (error instanceof Failure) return 'stays';
    throw error;
  }
}

import { upsertCopyRoom } from '@innkeeper/db/tables/copies';
import type { NodeContext } from '../job.ts';
import { nodesOf } from './of-node.ts';

/** Records the free space for copies, against which requests are checked. */
export async function observeCopyStores(watch: NodeContext): Promise<void> {
  const { db, engine, clock, log } = watch;
  const nodes = await nodesOf(watch);
  for (const kind of ['snapshot', 'backup'] as const) {
    try {
      const { name: target, location } = engine.copies.storeFor(kind);
      const room = { kind, target, location, freeBytes: await engine.copies.freeBytes(kind), now: clock.now() };
      for (const { id } of nodes) await upsertCopyRoom(db, { ...room, nodeId: id });
    } catch (error) {
      // Continue with the next kind, because its copies may be in another store.
      log.error({ err: error, kind }, 'the room for copies could not be seen');
    }
  }
}

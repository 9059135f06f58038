import { upsertCopyRoom } from '@innkeeper/db/tables/copies';
import type { NodeContext } from '../job.ts';

/** Records the free room for copies, by which requests are checked. */
export async function observeCopyStores({ db, engine, node, clock, log }: NodeContext): Promise<void> {
  const nodeIds = node ? [node.id] : (await db.selectFrom('nodes').select('id').execute()).map(({ id }) => id);
  for (const kind of ['snapshot', 'backup'] as const) {
    try {
      const { name: target, location } = engine.copies.storeFor(kind);
      const room = { kind, target, location, freeBytes: await engine.copies.freeBytes(kind), now: clock.now() };
      for (const nodeId of nodeIds) await upsertCopyRoom(db, { ...room, nodeId });
    } catch (error) {
      // The other kind may lie elsewhere.
      log.error({ err: error, kind }, 'the room for copies could not be seen');
    }
  }
}

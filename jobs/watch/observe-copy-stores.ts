import { upsertCopyRoom } from '@innkeeper/db/tables/copies';
import type { WatchContext } from './start.ts';

/** Writes down how much room there is for copies: requests are judged by it. */
export async function observeCopyStores({ db, engine, clock, log }: WatchContext): Promise<void> {
  for (const kind of ['snapshot', 'backup'] as const) {
    try {
      const target = engine.copies.storeFor(kind).name;
      await upsertCopyRoom(db, { kind, target, freeBytes: await engine.copies.freeBytes(kind), now: clock.now() });
    } catch (error) {
      // The other kind may lie elsewhere.
      log.error({ err: error, kind }, 'the room for copies could not be seen');
    }
  }
}

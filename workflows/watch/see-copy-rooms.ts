import { keepCopyRoom } from '@innkeeper/db/tables/copies';
import type { WatchOptions } from './start.ts';

/** Writes down how much room there is for copies: requests are judged by it. */
export async function seeCopyRooms({ db, engine, clock }: WatchOptions): Promise<void> {
  for (const kind of ['snapshot', 'backup'] as const) {
    const target = engine.copies.storeFor(kind).name;
    await keepCopyRoom(db, { kind, target, freeBytes: await engine.copies.freeBytes(kind), now: clock.now() });
  }
}

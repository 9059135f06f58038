import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import type { Cx } from '../context.ts';

/** Throws `locked` when an operation holds the resource now. */
export async function refuseIfHeld(db: Cx['db'], kind: string, id: number): Promise<void> {
  await refuseIfLocked(db, kind, id);
}

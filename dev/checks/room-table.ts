import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './check.ts';

/** Allowed imports by room: rooms, files, and `types:` of rooms. */
export type Imports = Readonly<Record<string, readonly string[]>>;

/** Returns the table of dev/rooms.cjs, whose keys are all rooms. */
export function roomTable(): Imports {
  const { MAY_IMPORT } = createRequire(import.meta.url)(path.join(root, 'dev/rooms.cjs')) as { MAY_IMPORT: Imports };
  return MAY_IMPORT;
}

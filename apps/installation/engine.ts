/** The engine of an installation, for commands: constructed, not opened, so that the worker stays the only one to drive it. */

import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import type { CopyPlaces } from './copies.ts';
import { type EngineKind, type Home, projectRoot } from './home.ts';

/** `places`: where its copies lie, for who looks at them. */
export function openHomesEngine(home: Home, kind: EngineKind, places?: CopyPlaces): Promise<Engine> {
  const root = process.getuid?.() === 0;
  const copies = { directory: home.copies, ...places };
  return openEngine({ kind, home: home.engine, projectRoot, root, log: SILENT_LOG, copies });
}

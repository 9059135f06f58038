/** The engine of an installation, for commands: constructed, not opened, so that the worker stays the only one to drive it. */

import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { type EngineKind, type Home, projectRoot } from './home.ts';

export function openHomesEngine(home: Home, kind: EngineKind): Promise<Engine> {
  return openEngine({ kind, home: home.engine, projectRoot, root: process.getuid?.() === 0, log: SILENT_LOG });
}

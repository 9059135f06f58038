/** The engine of an installation, for commands: constructed, not opened, so that the worker stays the only one to drive it. */

import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import type { ConfigurationOf } from '@innkeeper/model/configuration/keys';
import { networkLimitsOf } from '@innkeeper/model/configuration/settings';
import { copyPlacesOf } from './copies.ts';
import { type EngineKind, type Home, projectRoot } from './home.ts';

/** `values`: of the configuration, which says where copies are and which ports lead to guests. */
export function openHomesEngine(home: Home, kind: EngineKind, values: ConfigurationOf<'cli'>): Promise<Engine> {
  const root = process.getuid?.() === 0;
  const copies = { directory: home.copies, ...copyPlacesOf(values) };
  const networkLimits = networkLimitsOf(values);
  return openEngine({ kind, home: home.engine, projectRoot, root, log: SILENT_LOG, copies, networkLimits });
}

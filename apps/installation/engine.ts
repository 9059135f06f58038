/** Creates the drivers of an installation's engine, for commands. Does not open them, because a running worker controls the guests. */

import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import type { ConfigurationOf } from '@innkeeper/model/configuration/keys';
import { networkLimitsOf } from '@innkeeper/model/configuration/settings';
import { copyStoreSettingsOf } from './copies.ts';
import { type EngineKind, type Home, projectRoot } from './home.ts';

/** Creates the drivers. `values` has the locations of copies and the limits of the network. */
export function createEngineOfHome(home: Home, kind: EngineKind, values: ConfigurationOf<'cli'>): Promise<Engine> {
  const root = process.getuid?.() === 0;
  const copies = { directory: home.copies, ...copyStoreSettingsOf(values) };
  const networkLimits = networkLimitsOf(values);
  return openEngine({ kind, home: home.engine, projectRoot, root, log: SILENT_LOG, copies, networkLimits });
}

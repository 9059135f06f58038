/** Opens a recovering installation for the commands that finish a restore. */
import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { type Home, homeAt, requireState } from '@innkeeper/apps/installation/home';
import { operatorCx } from '@innkeeper/apps/installation/operator';
import type { Target } from '@innkeeper/doctor/target';
import type { OperatorActor } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { openReadOnlyTarget } from '../doctor/read-only-target.ts';

export interface RecoveringInstallation {
  cx: Cx<OperatorActor>;
  home: Pick<Home, 'path' | 'attachments' | 'receivedMail'>;
  target: Omit<Target, 'db'>;
}

/** Opens the installation in a home, calls `work` and closes the database. */
export async function withRecoveringInstallation<T>(
  directory: string | undefined,
  work: (place: RecoveringInstallation) => Promise<T>,
): Promise<T> {
  const home = homeAt(directory);
  const state = await requireState(home);
  const { values, settings } = await loadForCommand(home);
  const target = await openReadOnlyTarget(home, state.engine, values);
  return withDatabase(home, (db) => work({ cx: operatorCx(db, settings), home, target }));
}

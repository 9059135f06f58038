/** A home is a trial unless its first `up` had `--no-demo`. The demo account has money that was never paid, and tokens that may order. */
import { isNodeError, readIfThere, writeAtomic } from '@innkeeper/engine/atomic';
import { CommandError } from '../terminal/command-error.ts';
import { type Home, readState } from './home.ts';

export const DEMO_EMAIL = 'demo@innkeeper.example';

/** Returns the command that ends a trial. `homeWords` is ` --home /srv/other`, or an empty string. */
export function commandToEndTrial(homeWords: string): string {
  return `./innkeeper account suspend${homeWords} ${DEMO_EMAIL} --reason "The trial is over."`;
}

/**
 * Records that this home gets no demo account. Called before anything is started, so that a failed first start does not lose the choice.
 * Throws a `CommandError` if the first start has already created the account.
 */
export async function recordNoDemo(home: Home): Promise<void> {
  if (await isWithoutDemo(home)) return;
  if (await readState(home))
    throw new CommandError(
      `--no-demo is only for the first start, and ${home.path} was started with the demo account. Suspend the account: ${commandToEndTrial(` --home ${home.path}`)}`,
    );
  await writeAtomic(home.noDemoFile, 'up --no-demo was used: no start of this home creates a demo account.\n');
}

/** Returns whether the first `up` of the home had `--no-demo`. */
export async function isWithoutDemo(home: Home): Promise<boolean> {
  try {
    return (await readIfThere(home.noDemoFile)) !== null;
  } catch (error) {
    if (isNodeError(error, 'ENOTDIR')) return false;
    throw error;
  }
}

/** A home is a trial unless its first `up` was told `--no-demo`: the demo account has money that nobody paid, and tokens that may order. */
import { isNodeError, readIfThere, writeAtomic } from '@innkeeper/engine/atomic';
import { Refusal } from '../terminal/refusal.ts';
import { type Home, readState } from './home.ts';

export const DEMO_EMAIL = 'demo@innkeeper.example';

/** Returns the command that ends a trial. `homeWords`: ` --home /srv/other`, or nothing. */
export function commandToLeave(homeWords: string): string {
  return `./innkeeper account suspend${homeWords} ${DEMO_EMAIL} --reason "The trial is over."`;
}

/**
 * Remembers that this home gets no demo account, before anything is started: a first start that fails half-way forgets nothing. Throws a
 * `Refusal` for a home whose first start has made one.
 */
export async function rememberNoDemo(home: Home): Promise<void> {
  if (await isWithoutDemo(home)) return;
  if (await readState(home))
    throw new Refusal(
      `--no-demo is only for the first start, and ${home.path} was started with the demo account. Suspend the account: ${commandToLeave(` --home ${home.path}`)}`,
    );
  await writeAtomic(home.noDemoFile, 'up --no-demo was used: no start of this home creates a demo account.\n');
}

export async function isWithoutDemo(home: Home): Promise<boolean> {
  try {
    return (await readIfThere(home.noDemoFile)) !== null;
  } catch (error) {
    if (isNodeError(error, 'ENOTDIR')) return false;
    throw error;
  }
}

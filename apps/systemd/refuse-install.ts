/** Decides whether the units can be installed. Pure. */
import path from 'node:path';
import { CommandError } from '../terminal/command-error.ts';

export interface InstallFacts {
  isRoot: boolean;
  /** True if systemd is PID 1. */
  isSystemd: boolean;
  /** Path that a user other than root can write, or `null`. It is in or above the checkout, or belongs to Node.js. */
  writable: string | null;
  checkout: string;
  /** Home that an installed unit names, if it is a different home, else `null`. */
  otherHome: string | null;
  /** Id of a process that runs Innkeeper outside the unit, or `null`. */
  runsOutside: number | null;
}

/** Throws a `CommandError` that states what to do. */
export function refuseInstall(facts: InstallFacts): void {
  if (!facts.isSystemd)
    throw new CommandError(
      'systemd does not run this machine (it is not PID 1), so it cannot start Innkeeper. In a container, let its runtime start it again.',
    );
  if (!facts.isRoot) throw new CommandError('Only root can install units. Run: sudo ./innkeeper systemd install');
  if (facts.writable !== null && !isInOrAbove(facts.writable, facts.checkout))
    throw new CommandError(
      `Another user may write ${facts.writable}, and root would run the Node.js there. Unset INNKEEPER_RUNTIME, or name a Node.js of root.`,
    );
  if (facts.writable !== null)
    throw new CommandError(
      `Another user may write ${facts.writable}, and root would run what it contains. ` +
        `Give the checkout to root: chown -R root:root ${facts.checkout} && chmod -R go-w ${facts.checkout}, ` +
        'or use a checkout below /opt that root has cloned.',
    );
  if (facts.otherHome !== null)
    throw new CommandError(
      `The installed units belong to the home ${facts.otherHome}. Remove them there first: ./innkeeper systemd remove`,
    );
  if (facts.runsOutside !== null)
    throw new CommandError(
      `Innkeeper runs outside of the unit (process ${facts.runsOutside}). Stop it first, guests keep running: ./innkeeper down`,
    );
}

function isInOrAbove(file: string, directory: string): boolean {
  return [path.relative(directory, file), path.relative(file, directory)].some((way) => !way.startsWith('..'));
}

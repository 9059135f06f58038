import type { Iso } from '@innkeeper/sdk/index';
import { texts as partTexts } from '../../shared/texts.ts';
import { texts } from './texts.ts';

/** Maximum number of server names. An ISO of the host can be in a drive of every server. */
export const MAX_NAMES = 3;

/**
 * Returns the servers that have the ISO in a drive as a sentence, because it cannot be deleted then. Returns `undefined` if none has it.
 */
export function refusalOfHolders({ servers }: Iso): string | undefined {
  if (servers.length === 0) return undefined;
  const names = servers.slice(0, MAX_NAMES).map(({ hostname }) => hostname);
  return texts.inDrive(partTexts.names(names, servers.length));
}

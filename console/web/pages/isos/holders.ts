import type { Iso } from '@innkeeper/sdk/index';
import { texts } from '../../texts/en/isos.ts';
import { texts as partTexts } from '../../texts/en/parts.ts';

/** The page names no more servers of an ISO than this: one of the host can be in a drive of every server. */
export const MAX_NAMES = 3;

/** Says which servers have the ISO in a drive, so that it cannot be deleted. `undefined` if none has. */
export function refusalOfHolders({ servers }: Iso): string | undefined {
  if (servers.length === 0) return undefined;
  const names = servers.slice(0, MAX_NAMES).map(({ hostname }) => hostname);
  return texts.inDrive(partTexts.names(names, servers.length));
}

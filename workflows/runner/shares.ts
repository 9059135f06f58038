/**
 * How much of each lane may run at a time, so that no account and no kind of work blocks the others. Some slots are reserved for
 * interactive work; copies and downloads, which can take hours, cannot use all of the rest, and one account cannot use all of a
 * lane.
 */

import type { Lane } from '@innkeeper/domain/workflows/kinds';
import type { Settings } from '@innkeeper/model/settings';

export interface Share {
  lane: Lane;
  /** Of one worker's slots. */
  here: number;
  /** Over all workers. */
  everywhere: number;
  /** Of one account, over all workers. What belongs to no account is our own, and bounded by the rest only. */
  perAccount: number;
}

export interface Shares {
  /** What all lanes but `interactive` may take together of one worker's slots. */
  patient: number;
  lanes: readonly Share[];
}

/** Of 20 slots: 4 are kept for interactive acts, and 5 for builds even while copies and downloads have all that they may. */
const OF_20 = { kept: 4, build: 12, copy: 5, download: 6 } as const;
const ANY = 2 ** 31 - 1;

export type DownloadBounds = Pick<Settings, 'downloadsAtOnce' | 'downloadsAtOncePerAccount'>;

/** `slots`: of one worker. */
export function sharesOf(slots: number, bounds: DownloadBounds): Shares {
  const share = (of20: number): number => Math.max(1, Math.floor((slots * of20) / 20));
  const { downloadsAtOnce, downloadsAtOncePerAccount } = bounds;
  return {
    patient: Math.max(1, slots - Math.floor((slots * OF_20.kept) / 20)),
    lanes: [
      { lane: 'interactive', here: slots, everywhere: ANY, perAccount: share(10) },
      { lane: 'build', here: share(OF_20.build), everywhere: ANY, perAccount: share(6) },
      { lane: 'copy', here: share(OF_20.copy), everywhere: ANY, perAccount: share(3) },
      {
        lane: 'download',
        here: share(OF_20.download),
        everywhere: downloadsAtOnce,
        perAccount: downloadsAtOncePerAccount,
      },
    ],
  };
}

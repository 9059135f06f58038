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

/** What one account may take of the slots, in percent. */
const PER_ACCOUNT = { interactive: 50, build: 30, copy: 15 } as const;
const ANY = 2 ** 31 - 1;

export type ShareSettings = Pick<Settings, 'slots' | 'downloadsAtOnce' | 'downloadsAtOncePerAccount'>;

/** `slots`: of one worker. */
export function sharesOf(slots: number, settings: ShareSettings): Shares {
  const part = (percent: number): number => Math.floor((slots * percent) / 100);
  const share = (percent: number): number => Math.max(1, part(percent));
  const { downloadsAtOnce, downloadsAtOncePerAccount } = settings;
  const { interactivePercent, buildPercent, copyPercent, downloadPercent } = settings.slots;
  return {
    patient: Math.max(1, slots - part(interactivePercent)),
    lanes: [
      { lane: 'interactive', here: slots, everywhere: ANY, perAccount: share(PER_ACCOUNT.interactive) },
      { lane: 'build', here: share(buildPercent), everywhere: ANY, perAccount: share(PER_ACCOUNT.build) },
      { lane: 'copy', here: share(copyPercent), everywhere: ANY, perAccount: share(PER_ACCOUNT.copy) },
      {
        lane: 'download',
        here: share(downloadPercent),
        everywhere: downloadsAtOnce,
        perAccount: downloadsAtOncePerAccount,
      },
    ],
  };
}

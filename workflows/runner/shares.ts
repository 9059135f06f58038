/**
 * Limits of slots per lane, so that no account and no kind of work blocks other work. Some slots are reserved for interactive work. Copies
 * and downloads can take hours, so they may use only a part of the other slots. One account may use only a part of a lane.
 */

import type { Lane } from '@innkeeper/domain/workflows/kinds';
import type { Settings } from '@innkeeper/model/settings/settings';

export interface Share {
  lane: Lane;
  /** Maximum slots of one worker for the lane. */
  perWorker: number;
  /** Maximum slots of all workers together for the lane. */
  total: number;
  /**
   * Maximum slots of all workers together for one account. The limit does not apply to workflows of the installation, which have no
   * account.
   */
  perAccount: number;
}

export interface Shares {
  /** Maximum slots of one worker for all lanes except `interactive` together. */
  nonInteractive: number;
  lanes: readonly Share[];
}

/** Maximum percentage of a worker's slots for one account, by lane. */
const PER_ACCOUNT = { interactive: 50, build: 30, copy: 15 } as const;
const ANY = 2 ** 31 - 1;

export type ShareSettings = Pick<Settings, 'slots' | 'downloadsAtOnce' | 'downloadsAtOncePerAccount'>;

/** Returns the limits of each lane. `slots` is the number of slots of one worker. */
export function sharesOf(slots: number, settings: ShareSettings): Shares {
  const part = (percent: number): number => Math.floor((slots * percent) / 100);
  const share = (percent: number): number => Math.max(1, part(percent));
  const { downloadsAtOnce, downloadsAtOncePerAccount } = settings;
  const { interactivePercent, buildPercent, copyPercent, downloadPercent } = settings.slots;
  return {
    nonInteractive: Math.max(1, slots - part(interactivePercent)),
    lanes: [
      { lane: 'interactive', perWorker: slots, total: ANY, perAccount: share(PER_ACCOUNT.interactive) },
      { lane: 'build', perWorker: share(buildPercent), total: ANY, perAccount: share(PER_ACCOUNT.build) },
      { lane: 'copy', perWorker: share(copyPercent), total: ANY, perAccount: share(PER_ACCOUNT.copy) },
      {
        lane: 'download',
        perWorker: share(downloadPercent),
        total: downloadsAtOnce,
        perAccount: downloadsAtOncePerAccount,
      },
    ],
  };
}

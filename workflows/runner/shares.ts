/**
 * Limits of each lane, so that no account and no kind of work blocks the others. Some slots are reserved for interactive work. Copies and
 * downloads can take hours, so they cannot use all other slots. One account cannot use all of a lane.
 */

import type { Lane } from '@innkeeper/domain/workflows/kinds';
import type { Settings } from '@innkeeper/model/settings';

export interface Share {
  lane: Lane;
  /** Slots of one worker. */
  here: number;
  /** Slots of all workers. */
  everywhere: number;
  /** Slots of all workers for one account. Work without an account is our own and has no such limit. */
  perAccount: number;
}

export interface Shares {
  /** Slots of one worker for all lanes except `interactive` together. */
  patient: number;
  lanes: readonly Share[];
}

/** Share of the slots for one account, in percent. */
const PER_ACCOUNT = { interactive: 50, build: 30, copy: 15 } as const;
const ANY = 2 ** 31 - 1;

export type ShareSettings = Pick<Settings, 'slots' | 'downloadsAtOnce' | 'downloadsAtOncePerAccount'>;

/** Returns the limits of each lane. `slots`: those of one worker. */
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

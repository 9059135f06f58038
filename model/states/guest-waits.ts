/**
 * Locks under which nothing happens but waiting for a guest that may never answer. Whoever powers the server off or wants the rescue
 * system does not wait behind them: the act ends them and takes their lock over.
 */

/** By lock reason: whether it may be ended at any time, or only as long as this step is the only one that was begun. */
const WAITS = {
  start: 'any time',
  restart: 'any time',
  stop: 'any time',
  'host-restart': 'any time',
  'crash-restart': 'any time',
  'enable-rescue': { only: 'shutdown' },
  'disable-rescue': { only: 'shutdown' },
} as const;

export type GuestWait = keyof typeof WAITS;

/** What power off ends. */
export const POWER_OFF_ENDS = Object.keys(WAITS) as readonly GuestWait[];

/** What the way into the rescue system ends. */
export const RESCUE_ENDS: readonly GuestWait[] = ['start', 'restart', 'stop', 'host-restart', 'crash-restart'];

/** Whether a wait is still only that. `begun`: names of the steps that its workflow has begun. */
export function mayEndWait(wait: GuestWait, begun: readonly string[]): boolean {
  const when = WAITS[wait];
  return when === 'any time' || begun.every((step) => step === when.only);
}

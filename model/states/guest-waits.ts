/**
 * Locks of workflows that only wait for a guest, which may never answer. Power off and rescue mode do not wait for them: they end
 * the wait and take its lock over.
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

/** What enabling rescue mode ends. */
export const RESCUE_ENDS: readonly GuestWait[] = ['start', 'restart', 'stop', 'host-restart', 'crash-restart'];

/** Whether the workflow still only waits. `begun`: names of the steps that its workflow has begun. */
export function mayEndWait(wait: GuestWait, begun: readonly string[]): boolean {
  const when = WAITS[wait];
  return when === 'any time' || begun.every((step) => step === when.only);
}

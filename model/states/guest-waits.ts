/**
 * Locks of workflows that only wait for a guest, which may never answer.
 *
 * Power off and rescue mode do not wait for these locks. They end the waiting workflow and take its lock over.
 */

/** Condition by lock reason: the wait can be ended at any time, or only while no step other than this one has begun. */
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

/** Waits that power off ends. */
export const POWER_OFF_ENDS = Object.keys(WAITS) as readonly GuestWait[];

/** Waits that enabling rescue mode ends. */
export const RESCUE_ENDS: readonly GuestWait[] = ['start', 'restart', 'stop', 'host-restart', 'crash-restart'];

/** Returns whether the workflow still only waits. `begun` lists the steps that it has begun. */
export function mayEndWait(wait: GuestWait, begun: readonly string[]): boolean {
  const rule = WAITS[wait];
  return rule === 'any time' || begun.every((step) => step === rule.only);
}

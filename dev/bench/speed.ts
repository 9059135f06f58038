/**
 * Scales the targets to the speed of this machine.
 *
 * The targets were set on another machine with two cores, from figures of commit 3a4fe17. The same commit was measured on the machine of
 * the first report, together with a yardstick that is independent of Innkeeper. The yardstick of this run therefore shows the speed of this
 * machine relative to the machine of the targets.
 */
export interface Reference {
  /** Result per second of commit 3a4fe17 on the machine of the targets. */
  there: number;
  /** Result per second of the same commit on the machine of the first report. */
  here: number;
  /** Yardstick per second, measured together with `here`. */
  yardstick: number;
}

export const REFERENCES = {
  /** Servers that become active. The yardstick is bare orders. */
  deploys: { there: 52, here: 33.2, yardstick: 1_080 },
  /** Requests for 20 pages of a list, at 50 commits per second. The yardstick is bare Fastify with the same bytes. */
  list10000: { there: 199, here: 97, yardstick: 8_104 },
  list100000: { there: 58, here: 31, yardstick: 8_104 },
} satisfies Record<string, Reference>;

/**
 * Returns the speed of this machine relative to the machine of the targets: 0.5 is half as fast. `yardstick`: result per second of the
 * yardstick in this run.
 */
export function speedOf({ there, here, yardstick: before }: Reference, yardstick: number): number {
  return (here / there) * (yardstick / before);
}

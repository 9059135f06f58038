/**
 * The aims were set on another machine of two cores, for a program that was measured there. The same program (commit 3a4fe17) did so
 * much on the machine of the first report, beside a yardstick that depends on nothing of ours; with the yardstick of this run that says
 * how fast this machine is beside the one of the aims.
 */
export interface Reference {
  /** Of the same work a second. */
  there: number;
  here: number;
  /** A second, beside `here`. */
  yardstick: number;
}

export const REFERENCES = {
  /** Active servers; the yardstick is bare orders. */
  deploys: { there: 52, here: 33.2, yardstick: 1_080 },
  /** 20 pages amid 50 commits a second; the yardstick is bare Fastify with the same bytes. */
  list10000: { there: 199, here: 97, yardstick: 8_104 },
  list100000: { there: 58, here: 31, yardstick: 8_104 },
} satisfies Record<string, Reference>;

/** 0.5: half as fast. `yardstick`: of this run. */
export function speedOf({ there, here, yardstick: before }: Reference, yardstick: number): number {
  return (here / there) * (yardstick / before);
}

/** Lays out the ordered, unpaid periods of a service after the paid term, without gaps. */
import { extendTerm } from './period.ts';

export interface Period {
  from: Date;
  to: Date;
}

/** Returns consecutive periods with the given numbers of months, from `until` on, with boundaries counted from the anchor. */
export function schedulePeriods(anchor: Date, until: Date, months: readonly number[]): Period[] {
  const laid: Period[] = [];
  let from = until;
  for (const of of months) {
    const to = extendTerm(anchor, from, of);
    laid.push({ from, to });
    from = to;
  }
  return laid;
}

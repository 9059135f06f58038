/** How the periods of a service that are ordered and not paid yet follow what is paid: one after the other, without a gap. */
import { extended } from './period.ts';

export interface Laid {
  from: Date;
  to: Date;
}

/** The periods of so many months each, from `until` on, counted from the anchor. */
export function layOut(anchor: Date, until: Date, months: readonly number[]): Laid[] {
  const laid: Laid[] = [];
  let from = until;
  for (const of of months) {
    const to = extended(anchor, from, of);
    laid.push({ from, to });
    from = to;
  }
  return laid;
}

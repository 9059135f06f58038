/**
 * Returns the area under the ROC curve (Mann-Whitney statistic): how well one response time reveals whether an address is known.
 *
 * The area is the share of pairs of a known and an unknown address in which the known one took longer. A tie counts half. 0.5 reveals
 * nothing, 0 and 1 reveal everything.
 */
export function rocAuc(known: readonly number[], unknown: readonly number[]): number {
  const all = [...known.map((ms) => ({ ms, known: true })), ...unknown.map((ms) => ({ ms, known: false }))].sort(
    (a, b) => a.ms - b.ms,
  );
  let [shorter, longer] = [0, 0];
  for (let i = 0; i < all.length; ) {
    let end = i;
    let [ofKnown, ofUnknown] = [0, 0];
    for (; end < all.length && all[end]?.ms === all[i]?.ms; end += 1) {
      if (all[end]?.known) ofKnown += 1;
      else ofUnknown += 1;
    }
    longer += ofKnown * (shorter + ofUnknown / 2);
    shorter += ofUnknown;
    i = end;
  }
  return longer / (known.length * unknown.length);
}

/** Returns the half-width of the 95 % interval around 0.5 for times that reveal nothing. `known`, `unknown`: numbers of times. */
export const aucMargin = (known: number, unknown: number): number =>
  1.96 * Math.sqrt((known + unknown + 1) / (12 * known * unknown));

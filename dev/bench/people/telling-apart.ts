/**
 * How well one time tells whether an address is a user's: the share of pairs, a known address and an unknown one, in which the known one took
 * longer (a tie counts half; the statistic of Mann and Whitney). 0.5 tells nothing, 0 and 1 tell all.
 */
export function tellingApart(known: readonly number[], unknown: readonly number[]): number {
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

/** How far from 0.5 it is by chance, 19 times in 20, where nothing tells them apart. */
export const byChance = (known: number, unknown: number): number =>
  1.96 * Math.sqrt((known + unknown + 1) / (12 * known * unknown));

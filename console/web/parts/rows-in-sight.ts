/** Rows move into sight in steps of this size, so that scrolling renders seldom. */
export const STEP = 8;

/** Returns which rows of one height are in sight of a scrolling box, with some more on both sides. Pure. */
export function rowsInSight(
  scrollTop: number,
  boxHeight: number,
  rowHeight: number,
  count: number,
): { from: number; to: number } {
  const from = Math.max(0, Math.floor(scrollTop / rowHeight / STEP) * STEP - STEP);
  return { from, to: Math.min(count, from + Math.ceil(boxHeight / rowHeight) + 3 * STEP) };
}

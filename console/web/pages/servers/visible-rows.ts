/** Number of rows by which the rendered range moves, so that scrolling rarely renders. */
export const STEP = 8;

/** Returns the visible rows of a scrolling box with rows of equal height, plus some on both sides. Pure. */
export function visibleRows(
  scrollTop: number,
  boxHeight: number,
  rowHeight: number,
  count: number,
): { from: number; to: number } {
  const from = Math.max(0, Math.floor(scrollTop / rowHeight / STEP) * STEP - STEP);
  return { from, to: Math.min(count, from + Math.ceil(boxHeight / rowHeight) + 3 * STEP) };
}

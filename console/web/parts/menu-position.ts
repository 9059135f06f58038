/** Computes the position of a menu. Pure. */

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const GAP = 4;
const MARGIN = 8;

/**
 * Returns the upper left corner of a menu in pixels. The menu opens below its button, aligned to its end, or above if there is no room
 * below. It never leaves the window.
 */
export function placeMenu(
  button: Box,
  menu: { width: number; height: number },
  view: { width: number; height: number },
): { left: number; top: number } {
  const below = button.bottom + GAP;
  const above = button.top - GAP - menu.height;
  const fitsBelow = below + menu.height <= view.height - MARGIN;
  const top = fitsBelow || above < MARGIN ? Math.min(below, view.height - MARGIN - menu.height) : above;
  const left = Math.min(button.right - menu.width, view.width - MARGIN - menu.width);
  return { left: Math.max(MARGIN, left), top: Math.max(MARGIN, top) };
}

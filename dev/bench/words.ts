/** Formats figures. */

/** Formats a number with spaces: `12 345`. */
export function thousands(figure: number): string {
  return Math.round(figure)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}

export const ms = (figure: number): string => `${figure.toFixed(figure < 100 ? 1 : 0)} ms`;

/** Returns a row of a Markdown table. */
export const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

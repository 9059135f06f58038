/** Lines of CSV (RFC 4180) without formulas that a spreadsheet would run. */

/** Beginning of a cell that spreadsheets interpret as a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * Returns a line that ends with a line break. Cells may contain text of customers, so a cell that looks like a formula is prefixed with
 * `'`.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value.trimStart()) || FORMULA.test(value) ? `'${value}` : value;
  return /["',\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines of CSV (RFC 4180) that spreadsheets open without running anything. */

/** Spreadsheets take what begins so for a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** Ends with a line break. Texts of customers are among the cells: one that a spreadsheet would take for a formula begins with `'`. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value.trimStart()) || FORMULA.test(value) ? `'${value}` : value;
  return /["',\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Amounts that people type. Pure. */

/** Reads an amount with at most two places. A comma counts as a point. Returns `undefined` for anything else. */
export function readAmount(text: string): number | undefined {
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (match === null) return undefined;
  const amount = Number(`${match[1]}.${match[2] ?? '0'}`);
  return amount > 0 ? amount : undefined;
}

/** Returns the amount that the form begins with: what is missing for the renewals, in whole fives, and at least 50. */
export function suggestAmount(shortfall: number): string {
  return Math.max(50, Math.ceil(shortfall / 5) * 5).toFixed(2);
}

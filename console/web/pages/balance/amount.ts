/** Parses and suggests the amount of a deposit. Pure. */

/**
 * Parses a positive amount with at most 7 digits and two decimal places. A comma counts as a point. Returns `undefined` for anything else.
 */
export function readAmount(text: string): number | undefined {
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (match === null) return undefined;
  const amount = Number(`${match[1]}.${match[2] ?? '0'}`);
  return amount > 0 ? amount : undefined;
}

/** Returns the initial amount of the form: the shortfall for renewals, rounded up to a multiple of five, and at least 50. */
export function suggestAmount(shortfall: number): string {
  return Math.max(50, Math.ceil(shortfall / 5) * 5).toFixed(2);
}

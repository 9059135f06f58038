/**
 * Returns the number of a country code of two capital letters: `AA` is 1, `ZZ` is 676. 0 means no country. Throws a RangeError for any
 * other text.
 */
export function countryNumber(code: string): number {
  if (!/^[A-Z]{2}$/.test(code)) throw new RangeError(`"${code}" is no country code`);
  return (code.charCodeAt(0) - 65) * 26 + code.charCodeAt(1) - 64;
}

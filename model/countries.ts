/** A number for each country code of two capital letters: `AA` is 1, `ZZ` 676. 0 is no country. */
export function countryNumber(code: string): number {
  if (!/^[A-Z]{2}$/.test(code)) throw new RangeError(`"${code}" is no country code`);
  return (code.charCodeAt(0) - 65) * 26 + code.charCodeAt(1) - 64;
}

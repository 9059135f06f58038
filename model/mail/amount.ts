/** Returns whether an amount such as `0.00 EUR` is zero. */
export const isZero = (amount: string): boolean => /^0+(?:\.0+)? /.test(amount);

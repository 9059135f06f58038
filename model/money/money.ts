/** Money as integer cents in a bigint. It becomes a decimal only in responses. */

export type Cents = bigint;

/** Tax rate in basis points: 20 % is 2000. It is an integer, so that no float touches money. */
export type BasisPoints = number;

const FULL = 10_000n;

/** Returns the VAT on a net amount, rounded half away from zero. Call it once per line. */
export function vatOf(net: Cents, rate: BasisPoints): Cents {
  const raw = net * BigInt(rate);
  const half = FULL / 2n;
  return raw >= 0n ? (raw + half) / FULL : -((-raw + half) / FULL);
}

/** Returns the gross amount of a net amount. */
export function withVat(net: Cents, rate: BasisPoints): Cents {
  return net + vatOf(net, rate);
}

/** Returns the decimal string of an amount: `12345n` becomes `"123.45"`. */
export function formatDecimal(amount: Cents): string {
  const sign = amount < 0n ? '-' : '';
  const abs = amount < 0n ? -amount : amount;
  return `${sign}${abs / 100n}.${String(abs % 100n).padStart(2, '0')}`;
}

/** Returns the JSON number of an amount: `12345n` becomes `123.45`. Exact for amounts below 10^13. */
export function toDecimalNumber(amount: Cents): number {
  return Number(formatDecimal(amount));
}

/** Parses `"100"` or `"99.5"` into cents. Throws a RangeError unless the text is a decimal with at most 2 places. */
export function parseDecimal(text: string): Cents {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) throw new RangeError(`not an amount of money: ${text}`);
  const [, sign, whole = '0', places = ''] = match;
  const cents = BigInt(whole) * 100n + BigInt(places.padEnd(2, '0'));
  return sign ? -cents : cents;
}

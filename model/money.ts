/** Money is integer minor units (cents) as bigint, everywhere inside; it becomes a decimal only on the wire. */

export type Cents = bigint;

/** A tax rate in basis points: 20 % is 2000. Integers, so that no float ever touches money. */
export type BasisPoints = number;

const FULL = 10_000n;

/** VAT on a net amount, rounded half away from zero, once per line. */
export function vatOf(net: Cents, rate: BasisPoints): Cents {
  const raw = net * BigInt(rate);
  const half = FULL / 2n;
  return raw >= 0n ? (raw + half) / FULL : -((-raw + half) / FULL);
}

export function withVat(net: Cents, rate: BasisPoints): Cents {
  return net + vatOf(net, rate);
}

/** `12345n` -> `"123.45"`: the decimal string of the wire. */
export function decimal(amount: Cents): string {
  const sign = amount < 0n ? '-' : '';
  const abs = amount < 0n ? -amount : amount;
  return `${sign}${abs / 100n}.${String(abs % 100n).padStart(2, '0')}`;
}

/** `12345n` -> `123.45`: the JSON number of the wire. Exact for every amount below 10^13. */
export function decimalNumber(amount: Cents): number {
  return Number(decimal(amount));
}

/** `"100"`, `"99.5"` -> cents. Throws a RangeError for anything but a decimal with at most 2 places. */
export function parseDecimal(text: string): Cents {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) throw new RangeError(`not an amount of money: ${text}`);
  const [, sign, whole = '0', places = ''] = match;
  const cents = BigInt(whole) * 100n + BigInt(places.padEnd(2, '0'));
  return sign ? -cents : cents;
}

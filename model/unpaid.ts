/**
 * How much an account may reserve without paying. What an unpaid order reserves is not available to others, so that without a
 * limit an account without money could reserve everything.
 */
import { type Cents, decimal } from './money.ts';

export interface Unpaid {
  /** That wait for their payment. */
  servers: number;
  /** Held for them. */
  addresses: number;
  /** Of all orders that wait, VAT included. */
  amount: Cents;
}

export interface UnpaidLimits {
  /** For an account of which no money was ever seen; 0 servers: it pays first. */
  readonly neverPaid: Readonly<Unpaid>;
  readonly paid: Readonly<Unpaid>;
}

/**
 * Why an account that holds so much may not reserve `more` unpaid, as a sentence; undefined when it may. What the new order reserves
 * nothing of is not judged: a renewal holds no server.
 */
export function unpaidRefusal(held: Unpaid, more: Unpaid, limit: Readonly<Unpaid>): string | undefined {
  const amount = held.amount + more.amount;
  const over =
    tooMany(held.servers, more.servers, limit.servers, 'unpaid servers') ??
    tooMany(held.addresses, more.addresses, limit.servers === 0 ? 0 : limit.addresses, 'unpaid addresses') ??
    (more.amount > 0n && amount > limit.amount
      ? `the total of unpaid orders is ${decimal(limit.amount)}, but this order would make it ${decimal(amount)}`
      : undefined);
  return over && `The limit of this account for ${over}. Pay the unpaid orders, or add funds first.`;
}

function tooMany(held: number, more: number, most: number, what: string): string | undefined {
  return more > 0 && held + more > most ? `${what} is ${most}, but this order would make it ${held + more}` : undefined;
}

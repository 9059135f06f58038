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

export function together(held: Unpaid, more: Unpaid): Unpaid {
  return {
    servers: held.servers + more.servers,
    addresses: held.addresses + more.addresses,
    amount: held.amount + more.amount,
  };
}

/** Why an account may not reserve that much unpaid, as a sentence; undefined when it may. */
export function unpaidRefusal(held: Unpaid, limit: Readonly<Unpaid>): string | undefined {
  const over =
    tooMany(held.servers, limit.servers, 'unpaid servers') ??
    tooMany(held.addresses, limit.addresses, 'addresses of unpaid servers') ??
    (held.amount > limit.amount
      ? `orders of ${decimal(limit.amount)} wait for payment, and not of ${decimal(held.amount)}`
      : undefined);
  return over && `This account may have at most ${over}. Pay the waiting orders, or add funds first.`;
}

function tooMany(held: number, most: number, what: string): string | undefined {
  return held > most ? `${most} ${what} at a time, and not ${held}` : undefined;
}

/**
 * Limits of unpaid reservations.
 *
 * Reservations of unpaid orders are not available to others. Without a limit, an account without money could reserve everything.
 */
import { type Cents, formatDecimal } from './money.ts';

export interface Unpaid {
  /** Servers that wait for their payment. */
  servers: number;
  /** Addresses reserved for them. */
  addresses: number;
  /** Total of all unpaid orders, VAT included. */
  amount: Cents;
}

export interface UnpaidLimits {
  /** Limits of an account without any payment so far. With 0 servers it must pay first. */
  readonly neverPaid: Readonly<Unpaid>;
  readonly paid: Readonly<Unpaid>;
}

/**
 * Returns a sentence that explains why an account with `current` may not reserve `more` unpaid, or `undefined` if it may.
 *
 * Resources that the new order does not reserve are not checked: a renewal reserves no server.
 */
export function unpaidRefusal(current: Unpaid, more: Unpaid, limit: Readonly<Unpaid>): string | undefined {
  const amount = current.amount + more.amount;
  const violation =
    tooMany(current.servers, more.servers, limit.servers, 'unpaid servers') ??
    tooMany(current.addresses, more.addresses, limit.servers === 0 ? 0 : limit.addresses, 'unpaid addresses') ??
    (more.amount > 0n && amount > limit.amount
      ? `the total of unpaid orders is ${formatDecimal(limit.amount)}, but this order would make it ${formatDecimal(amount)}`
      : undefined);
  return violation && `The limit of this account for ${violation}. Pay the unpaid orders, or add funds first.`;
}

function tooMany(current: number, more: number, max: number, what: string): string | undefined {
  return more > 0 && current + more > max ? `${what} is ${max}, but this order would make it ${current + more}` : undefined;
}

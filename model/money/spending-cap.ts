/** A monthly spending cap limits the orders that an account, or one of its access tokens, pays in a calendar month (UTC). */
import { monthOf } from '../time/calendar.ts';
import { type Cents, formatDecimal } from './money.ts';

/** A cap with its current spending. */
export interface MonthlyCap {
  readonly of: 'account' | 'token';
  readonly cap: Cents;
  /** Cents spent in this month, VAT included, less refunds. It may exceed the cap, because renewals ignore the cap. */
  readonly spent: Cents;
}

/** Returns the first cap that `amount` would exceed. A free order exceeds none. */
export function findExceededCap(caps: readonly MonthlyCap[], amount: Cents): MonthlyCap | undefined {
  return amount > 0n ? caps.find(({ cap, spent }) => spent + amount > cap) : undefined;
}

/** Returns the cap with the least amount left in its month, or `undefined` without caps. The first of equal caps wins. */
export function tightestCap(caps: readonly MonthlyCap[]): MonthlyCap | undefined {
  return caps.toSorted((one, other) => Number(leftOf(one) - leftOf(other)))[0];
}

/** Returns the cents that are left of a cap in its month. Never negative. */
export const leftOf = ({ cap, spent }: Pick<MonthlyCap, 'cap' | 'spent'>): Cents => (spent < cap ? cap - spent : 0n);

const OF = { account: 'account', token: 'access token' } as const;

/** Returns the refusal of a payment as three sentences. */
export function capRefusal(
  { of, cap, spent }: MonthlyCap,
  amount: Cents,
  { now, currency }: { now: Date; currency: string },
): string {
  const money = (cents: Cents): string => `${formatDecimal(cents)} ${currency}`;
  const until = monthOf(now).to.toISOString().slice(0, 10);
  return `This payment of ${money(amount)} would exceed the monthly spending cap of this ${OF[of]}. The cap is ${money(cap)}, and ${money(spent)} are spent. The next month begins on ${until} (UTC).`;
}

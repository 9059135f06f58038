/** A monthly spending cap bounds what an account, or one of its access tokens, pays for orders in a calendar month (UTC). */
import { monthOf } from './calendar.ts';
import { type Cents, decimal } from './money.ts';

/** One that is set. */
export interface MonthlyCap {
  readonly of: 'account' | 'token';
  readonly cap: Cents;
  /** In this month, VAT included, less what was refunded of it. It may be more than the cap: renewals pass. */
  readonly spent: Cents;
}

/** The first of them that `amount` would cross. What costs nothing crosses none. */
export function crossedBy(caps: readonly MonthlyCap[], amount: Cents): MonthlyCap | undefined {
  return amount > 0n ? caps.find(({ cap, spent }) => spent + amount > cap) : undefined;
}

/** Returns the cap that leaves least of its month, or `undefined` if none is set. The first of equal ones wins. */
export function tightestCap(caps: readonly MonthlyCap[]): MonthlyCap | undefined {
  return caps.toSorted((one, other) => Number(leftOf(one) - leftOf(other)))[0];
}

/** Returns the cents that a cap leaves of its month. Never negative. */
export const leftOf = ({ cap, spent }: Pick<MonthlyCap, 'cap' | 'spent'>): Cents => (spent < cap ? cap - spent : 0n);

const OF = { account: 'account', token: 'access token' } as const;

/** Why `amount` is not paid, in two sentences. */
export function capRefusal(
  { of, cap, spent }: MonthlyCap,
  amount: Cents,
  { now, currency }: { now: Date; currency: string },
): string {
  const money = (cents: Cents): string => `${decimal(cents)} ${currency}`;
  const until = monthOf(now).to.toISOString().slice(0, 10);
  return `This payment of ${money(amount)} would exceed the monthly spending cap of this ${OF[of]}. The cap is ${money(cap)}, and ${money(spent)} are spent. The next month begins on ${until} (UTC).`;
}

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

const OF = { account: 'account', token: 'access token' } as const;

/** Why `amount` is not paid, in two sentences. */
export function capRefusal(
  { of, cap, spent }: MonthlyCap,
  amount: Cents,
  { now, currency }: { now: Date; currency: string },
): string {
  const money = (cents: Cents): string => `${decimal(cents)} ${currency}`;
  const until = monthOf(now).to.toISOString().slice(0, 10);
  return `This costs ${money(amount)} and would cross the monthly spending cap of this ${OF[of]}. Of ${money(cap)}, ${money(spent)} are spent; the next month begins on ${until} (UTC).`;
}

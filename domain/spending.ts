/** Monthly spending caps of accounts and of their tokens. The rule is in model/money/spending-cap.ts. */
import type { SpendableBalance, Spender } from '@innkeeper/db/ledger/spending';
import type { Order } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import { capRefusal, findExceededCap } from '@innkeeper/model/money/spending-cap';
import { monthOf } from '@innkeeper/model/time/calendar';
import { type Actor, isCustomer } from './actor.ts';
import type { Cx, MutatingCx } from './context.ts';
import { queueMail } from './mail/queue.ts';

/** Returns the spender of the context's actor: the account, and its token if one acts. */
export function spenderOf({ actor, clock }: Pick<Cx, 'actor' | 'clock'>, accountId: number): Spender {
  return { accountId, tokenId: actor.kind === 'token' ? actor.id : null, now: clock.now() };
}

/**
 * Returns the columns that record which customer requested the payment or change of an order. Empty for other actors, which change nothing.
 */
export function originOf(actor: Actor): { token_id?: number | null } {
  if (!isCustomer(actor)) return {};
  return { token_id: actor.kind === 'token' ? actor.id : null };
}

/**
 * Returns the amount of these orders that counts against caps when they are paid. Deposits do not count, because the money stays the
 * customer's.
 */
export function cappedAmount(orders: readonly Pick<Order, 'uncapped' | 'type' | 'gross'>[]): Cents {
  return orders.reduce((sum, { uncapped, type, gross }) => (uncapped || type === 'deposit' ? sum : sum + gross), 0n);
}

/** Throws `spending_cap`, with the figures, if `amount` exceeds a cap. The check is exact if the caller has locked the balance. */
export function refuseOverCap(
  { clock, settings }: Pick<Cx, 'clock' | 'settings'>,
  { caps }: Pick<SpendableBalance, 'caps'>,
  amount: Cents,
): void {
  const crossed = findExceededCap(caps, amount);
  if (!crossed) return;
  const message = capRefusal(crossed, amount, { now: clock.now(), currency: settings.currency });
  throw new Failure('spending_cap', { message });
}

/**
 * Mails the account, once a month, that a paid order exceeded its cap without being stopped by it. `caps` are from before the payment.
 * `paid` is the amount of other orders paid since then.
 */
export async function notifyOfExceededCap(
  cx: MutatingCx,
  { caps }: Pick<SpendableBalance, 'caps'>,
  { id, account_id: accountId, gross }: Pick<Order, 'id' | 'account_id' | 'gross'>,
  paid: Cents = 0n,
): Promise<void> {
  const crossed = findExceededCap(
    caps.filter((cap) => cap.of === 'account'),
    paid + gross,
  );
  if (!crossed) return;
  const { from, to } = monthOf(cx.clock.now());
  const money = (cents: Cents): string => `${formatDecimal(cents)} ${cx.settings.currency}`;
  await queueMail(cx, {
    accountId,
    template: 'spending-cap',
    data: {
      order: id,
      amount: money(gross),
      cap: money(crossed.cap),
      spent: money(crossed.spent + paid + gross),
      until: to.getTime(),
    },
    dedupeKey: `spending-cap:${accountId}:${from.toISOString().slice(0, 7)}`,
  });
}

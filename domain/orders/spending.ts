/** Monthly spending caps of accounts and of their tokens: the rule is in model/spending-cap.ts. */
import type { SpendableBalance, Spender } from '@innkeeper/db/ledger/spending';
import type { Order } from '@innkeeper/db/schema';
import { monthOf } from '@innkeeper/model/calendar';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, decimal } from '@innkeeper/model/money';
import { capRefusal, crossedBy } from '@innkeeper/model/spending-cap';
import { type Actor, isCustomer } from '../actor.ts';
import type { Cx, MutatingCx } from '../context.ts';
import { queueMail } from '../mail/queue.ts';

/** Who spends when `cx` asks for it. */
export function spenderOf({ actor, clock }: Pick<Cx, 'actor' | 'clock'>, accountId: number): Spender {
  return { accountId, tokenId: actor.kind === 'token' ? actor.id : null, now: clock.now() };
}

/** What an order is noted as by each customer who asks for its payment, or changes it; of nobody else anything changes. */
export function askedBy(actor: Actor): { token_id?: number | null } {
  if (!isCustomer(actor)) return {};
  return { token_id: actor.kind === 'token' ? actor.id : null };
}

/** What of these orders counts against caps when they are paid: a deposit stays the customer's. */
export function cappedAmount(orders: readonly Pick<Order, 'uncapped' | 'type' | 'gross'>[]): Cents {
  return orders.reduce((sum, { uncapped, type, gross }) => (uncapped || type === 'deposit' ? sum : sum + gross), 0n);
}

/** Throws `spending_cap`, with the figures, when `amount` crosses one. Exact for who holds the balance. */
export function refuseOverCap(
  { clock, settings }: Pick<Cx, 'clock' | 'settings'>,
  { caps }: Pick<SpendableBalance, 'caps'>,
  amount: Cents,
): void {
  const crossed = crossedBy(caps, amount);
  if (!crossed) return;
  const message = capRefusal(crossed, amount, { now: clock.now(), currency: settings.currency });
  throw new Failure('spending_cap', { message });
}

/**
 * Tells the account, once a month, that an order was paid which no cap stops, and which has crossed that of the account. `caps`: as they were
 * before; since then other orders of `paid` were paid.
 */
export async function tellOfCrossedCap(
  cx: MutatingCx,
  { caps }: Pick<SpendableBalance, 'caps'>,
  { id, account_id: accountId, gross }: Pick<Order, 'id' | 'account_id' | 'gross'>,
  paid: Cents = 0n,
): Promise<void> {
  const crossed = crossedBy(
    caps.filter((cap) => cap.of === 'account'),
    paid + gross,
  );
  if (!crossed) return;
  const { from, to } = monthOf(cx.clock.now());
  const money = (cents: Cents): string => `${decimal(cents)} ${cx.settings.currency}`;
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
    once: `spending-cap:${accountId}:${from.toISOString().slice(0, 7)}`,
  });
}

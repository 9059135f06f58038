import { balanceOf } from '@innkeeper/db/ledger';
import { type BalanceTransaction, lastDeposit } from '@innkeeper/db/ledger/transactions';
import { findChargeableCard } from '@innkeeper/db/tables/saved-cards';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { days } from '@innkeeper/model/clock';
import { type Cents, withVat } from '@innkeeper/model/money';
import { sql } from 'kysely';

/** Renewals within this period count as expected expenses. */
const EXPENSES_AHEAD_MS = days(30);

export interface Balance {
  balance: Cents;
  /** Amount by which the balance may fall below 0. */
  creditLimit: Cents;
  /** Gross cost of the upcoming renewals. */
  estimatedExpenses: Cents;
  currency: string;
  /** True if the account has a stored card that can be charged. */
  hasValidCard: boolean;
  lastDeposit: BalanceTransaction | undefined;
}

/** Returns the caller's balance, its credit limit and the cost of upcoming renewals. */
export async function getBalance(cx: Cx<Customer>): Promise<Balance> {
  const { accountId } = cx.actor;
  return {
    ...(await balanceOf(cx.db, accountId)),
    estimatedExpenses: await renewalsAhead(cx),
    currency: cx.settings.currency,
    hasValidCard: (await findChargeableCard(cx.db, accountId, cx.clock.now())) !== undefined,
    lastDeposit: await lastDeposit(cx.db, accountId),
  };
}

/**
 * Returns the gross cost of the automatic renewals within `EXPENSES_AHEAD_MS`. Cancelled services are not renewed. VAT is rounded per
 * service, because each service becomes a separate order line.
 */
async function renewalsAhead(cx: Cx<Customer>): Promise<Cents> {
  const { rows } = await sql<{ renew_price: bigint }>`
    select v.renew_price from services v join services top on top.id = coalesce(v.parent_id, v.id)
    where v.account_id = ${cx.actor.accountId} and v.status in ('active', 'suspended') and top.status in ('active', 'suspended')
      and top.auto_renew and top.expiry_at <= ${new Date(cx.clock.now().getTime() + EXPENSES_AHEAD_MS)}
      and not exists (select from cancel_requests c where c.service_id in (v.id, top.id))`.execute(cx.db);
  return rows.reduce((sum, { renew_price }) => sum + withVat(renew_price, cx.actor.taxRate), 0n);
}

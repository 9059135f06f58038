import { balanceOf } from '@innkeeper/db/ledger';
import { type BalanceTransaction, lastDeposit } from '@innkeeper/db/ledger/transactions';
import { findChargeableCard } from '@innkeeper/db/tables/saved-cards';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { days } from '@innkeeper/model/clock';
import { type Cents, withVat } from '@innkeeper/model/money';

/** Renewals as far ahead as this are expected expenses. */
const EXPENSES_AHEAD_MS = days(30);

export interface Balance {
  balance: Cents;
  /** How far below 0 it may fall. */
  creditLimit: Cents;
  /** With VAT, as it will be taken. */
  estimatedExpenses: Cents;
  currency: string;
  /** Whether a card is kept that can be charged. */
  hasValidCard: boolean;
  lastDeposit: BalanceTransaction | undefined;
}

/** The caller's balance, credit limit, and upcoming renewals. */
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

/** VAT is rounded per server, as each will be a line of its own. */
async function renewalsAhead(cx: Cx<Customer>): Promise<Cents> {
  const servers = await cx.db
    .selectFrom('servers')
    .select('renew_price')
    .where('account_id', '=', cx.actor.accountId)
    .where('status', 'in', ['active', 'suspended'])
    .where('auto_renew', '=', true)
    .where('expiry_at', '<=', new Date(cx.clock.now().getTime() + EXPENSES_AHEAD_MS))
    .execute();
  return servers.reduce((sum, server) => sum + withVat(server.renew_price, cx.actor.taxRate), 0n);
}

import { balanceOf } from '@innkeeper/db/ledger';
import { lastDeposit } from '@innkeeper/db/ledger/transactions';
import { findCardsValidUntil } from '@innkeeper/db/tables/saved-cards';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { days } from '@innkeeper/model/clock';
import { decideRenewalCover, listUpcoming, type PaidTerm, type UpcomingRenewal } from '@innkeeper/model/pricing/renewal-cover';
import type { Balance } from '@innkeeper/present/balance';
import { sql } from 'kysely';

/** Renewals within this period count as expected expenses. */
const EXPENSES_AHEAD_MS = days(30);

/** Returns the caller's balance, its credit limit, the cost of upcoming renewals and how they are paid. */
export async function getBalance(cx: Cx<Customer>): Promise<Balance> {
  const { accountId } = cx.actor;
  const now = cx.clock.now();
  const { balance, creditLimit } = await balanceOf(cx.db, accountId);
  const renewals = await renewalsAhead(cx, new Date(now.getTime() + EXPENSES_AHEAD_MS));
  const cardValidUntil = await findCardsValidUntil(cx.db, accountId);
  const { daysAhead } = cx.settings.renewals;
  return {
    balance,
    creditLimit,
    estimatedExpenses: renewals.reduce((sum, { gross }) => sum + gross, 0n),
    ...decideRenewalCover(renewals, { spendable: balance + creditLimit, cardValidUntil, now, daysAhead }),
    currency: cx.settings.currency,
    hasValidCard: cardValidUntil !== null && cardValidUntil > now,
    lastDeposit: await lastDeposit(cx.db, accountId),
  };
}

/** Returns the automatic renewals up to `until`. Services that are cancelled, or that staff suspended, are not renewed. */
async function renewalsAhead({ db, actor }: Cx<Customer>, until: Date): Promise<UpcomingRenewal[]> {
  const { rows } = await sql<PaidTerm>`
    select top.expiry_at as "expiryAt", top.billing_anchor as anchor, top.billing_cycle as months, v.renew_price as net
    from services v join services top on top.id = coalesce(v.parent_id, v.id)
    where v.account_id = ${actor.accountId} and v.status in ('active', 'suspended') and top.status in ('active', 'suspended')
      and top.auto_renew and top.staff_suspended_at is null and top.expiry_at <= ${until}
      and not exists (select from cancel_requests c where c.service_id in (v.id, top.id))`.execute(db);
  return listUpcoming(rows, { until, taxRate: actor.taxRate });
}

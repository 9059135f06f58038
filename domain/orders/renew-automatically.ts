/** The orders of a day's automatic renewals: one an account, those of several accounts at once. */
import { covers } from '@innkeeper/db/ledger';
import { payOrders } from '@innkeeper/db/ledger/pay-orders';
import { holdSpendables, type SpendableBalance } from '@innkeeper/db/ledger/spending';
import type { Service } from '@innkeeper/db/schema';
import { suspendedAccounts } from '@innkeeper/db/tables/accounts';
import { lockOrder, serviceLines } from '@innkeeper/db/tables/orders';
import { insertOrderOfEach, type OrderOfAccount } from '@innkeeper/db/tables/orders-of-accounts';
import { accountsWithCard } from '@innkeeper/db/tables/saved-cards';
import { childrenOfAll } from '@innkeeper/db/tables/services';
import { together } from '@innkeeper/db/transaction';
import type { Cents } from '@innkeeper/model/money';
import { sumLines } from '@innkeeper/model/pricing/order';
import { suspendUnpaidAt } from '@innkeeper/model/renewals';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { chargeSavedCard } from '../payments/charge-saved-card.ts';
import { extendServices } from '../services/extend.ts';
import { orderPeriods } from '../services/periods.ts';
import { automaticLines } from '../services/renewal.ts';
import { taxesOf } from '../tax/tax-of.ts';
import type { Buyer } from './buyer.ts';
import { cancelWaitingRenewals } from './cancel-renewals.ts';
import { orderRow, type Payment, type PlaceOrder } from './place.ts';
import { tellOfCrossedCap } from './spending.ts';

interface Renewal {
  buyer: Buyer;
  /** What would be suspended if it is not paid. */
  servers: readonly Service[];
  order: PlaceOrder;
  gross: Cents;
}

/**
 * An order for each account. `servers` are locked by the caller, and have no order for the period that follows. What a balance does not
 * cover waits until the first of the account's servers would end. Returns of how many accounts there was something to renew.
 */
export async function placeAutomaticRenewals(cx: MutatingCx, servers: readonly Service[]): Promise<number> {
  await replaceAddonRenewals(cx, servers);
  const renewals = await renewalsOf(cx, servers);
  if (renewals.length === 0) return 0;
  const ids = renewals.map(({ buyer }) => buyer.accountId);
  const [balances, suspended] = await together(holdSpendables(cx.db, ids, cx.clock.now()), suspendedAccounts(cx.db, ids));
  const payments = decide(cx, renewals, { balances, suspended });
  const placed = await insertOrderOfEach(
    cx.db,
    renewals.map(({ order }, i) => orderRow(cx, order, payments[i] as Payment)),
  );
  const paid = placed.filter((_, i) => payments[i]?.paid);
  await orderPeriods(cx, serviceLines(placed.flatMap(({ lines }) => lines)), { automatic: true });
  await together(
    payOrders(
      cx.db,
      renewals.flatMap((renewal, i) => (payments[i]?.paid ? [moneyFor(cx, renewal, placed[i] as OrderOfAccount)] : [])),
    ),
    extendServices(cx, serviceLines(paid.flatMap(({ lines }) => lines))),
  );
  for (const [i, { buyer, servers: own }] of renewals.entries())
    await audit(cx, 'order.renewal', resourceOf(placed[i] as OrderOfAccount, buyer), { services: own.map(({ id }) => id) });
  for (const [i, { gross }] of renewals.entries()) {
    const order = placed[i] as OrderOfAccount;
    const balance = balances.get(order.account_id);
    if (balance && payments[i]?.paid) await tellOfCrossedCap(cx, balance, { ...order, gross });
  }
  await chargeCards(
    cx,
    placed.filter((_, i) => !payments[i]?.paid),
  );
  return renewals.length;
}

async function renewalsOf(cx: MutatingCx, servers: readonly Service[]): Promise<Renewal[]> {
  const accountIds = [...new Set(servers.map(({ account_id }) => account_id))];
  const taxes = await taxesOf(cx, accountIds);
  const lines = await automaticLines(cx, taxes, servers);
  return accountIds.flatMap((accountId) => {
    const [tax, own] = [taxes.get(accountId), lines.get(accountId)];
    if (!tax || !own) return [];
    const theirs = servers.filter(({ account_id }) => account_id === accountId);
    const type = theirs.every((one) => one.type === theirs[0]?.type) ? 'renew-service' : 'combined';
    const buyer = { accountId, tax };
    return { buyer, servers: theirs, order: { buyer, type, lines: own, automatic: true }, gross: sumLines(own).gross };
  });
}

/** What waits for addons alone is part of the renewal of their servers. */
async function replaceAddonRenewals(cx: MutatingCx, servers: readonly Service[]): Promise<void> {
  const addons = await childrenOfAll(
    cx.db,
    servers.map(({ id }) => id),
  );
  if (addons.length === 0) return;
  const reason = 'The renewal of the server replaced this order.';
  await cancelWaitingRenewals(
    cx,
    addons.map(({ id }) => id),
    { reason, automatic: true },
  );
}

interface Accounts {
  balances: ReadonlyMap<number, SpendableBalance>;
  suspended: ReadonlySet<number>;
}

/**
 * By the balances, which are held, and not by caps: servers that run are not lost for one. Suspended accounts pay nothing, and what costs
 * nothing waits for nobody.
 */
function decide(cx: MutatingCx, renewals: readonly Renewal[], { balances, suspended }: Accounts): Payment[] {
  const now = cx.clock.now().getTime();
  return renewals.map(({ buyer: { accountId }, servers, gross }) => {
    const balance = balances.get(accountId);
    if (gross === 0n || (balance && covers(balance, gross) && !suspended.has(accountId))) return { paid: true };
    const ends = servers.map(({ expiry_at, suspend_after }) =>
      expiry_at ? Math.max(now, suspendUnpaidAt({ expiry_at, suspend_after }).getTime()) : now,
    );
    return { paid: false, dueMs: Math.min(...ends) + cx.settings.cancelGraceMs - now };
  });
}

const moneyFor = (cx: MutatingCx, { buyer, order }: Renewal, { id }: OrderOfAccount) => {
  const { net, vat } = sumLines(order.lines);
  return { ...buyer, orderId: id, net, vat, description: `Order ${id}`, now: cx.clock.now() };
};

const resourceOf = ({ id }: OrderOfAccount, { accountId }: Buyer) => ({ kind: 'order', id, accountId });

/** What a balance does not cover, a saved card may: the charge itself is made after the commit (jobs/look-at-payments.ts). */
async function chargeCards(cx: MutatingCx, waiting: readonly OrderOfAccount[]): Promise<void> {
  if (waiting.length === 0) return;
  const withCard = await accountsWithCard(
    cx.db,
    waiting.map(({ account_id }) => account_id),
  );
  for (const { id, account_id } of waiting) {
    const order = withCard.has(account_id) ? await lockOrder(cx.db, id) : undefined;
    if (order) await chargeSavedCard(cx, order);
  }
}

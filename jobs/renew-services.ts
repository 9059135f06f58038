/**
 * Renews what is renewed automatically: some days before it expires, each account's servers with their addons in one order a day. The
 * order is paid at once when the balance covers it; otherwise it waits, as every order does, until what it renews would end. A period
 * is ordered once (`service_periods`), however often, late, or by how many workers this runs; after weeks without a worker what ran on is
 * owed once for each of its periods.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '@innkeeper/db/schema';
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { forEachDue } from '@innkeeper/db/tables/due';
import { lockOrder } from '@innkeeper/db/tables/orders';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { automaticSince } from '@innkeeper/db/tables/service-periods';
import { type AccountToRenew, accountsToRenew, lockServicesToRenew, renewalsToCharge } from '@innkeeper/db/tables/services-due';
import { audit } from '@innkeeper/domain/audit';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { placeAutomaticRenewals } from '@innkeeper/domain/orders/renew-automatically';
import { chargeSavedCard } from '@innkeeper/domain/payments/charge-saved-card';
import { days } from '@innkeeper/model/clock';
import { oddlyOften, renewalHorizon } from '@innkeeper/model/renewals';
import type { JobContext } from './job.ts';

/** A look for accounts reads all that is due, so it is made for many of them at a time. */
const ACCOUNTS = 5_000;
/** Of one account so many servers make an order: memory and locks stay bounded. */
const SERVERS = 500;
/** So many servers, and so many accounts, are renewed in one transaction; what it holds waits for some tenths of a second. */
const TOGETHER = { servers: 100, accounts: 25 };
/** After each it rests for half as long as that took, so that who else works on this machine gets to it. */
const REST = 0.5;

/** Returns for how many accounts it did something. None while the API is away, when nobody could cancel. */
export async function renewServices(cx: JobContext): Promise<number> {
  if (await isAway(cx.db, 'api', cx.clock.now())) return 0;
  const until = renewalHorizon(cx.clock.now(), cx.settings.renewals.daysAhead);
  let after = 0;
  const renewed = await forEachDue(cx, {
    name: 'renew-services',
    kind: 'account',
    async find(except) {
      const passedOver = new Set(except);
      for (;;) {
        const found = await accountsToRenew(cx.db, { until, after, most: ACCOUNTS });
        after = found.at(-1)?.id ?? after;
        const fresh = found.filter(({ id }) => !passedOver.has(id));
        if (fresh.length > 0 || found.length === 0) return fresh;
      }
    },
    act: async ({ id }) => (await renewAll(cx, [id], until)) > 0,
    together: {
      groups,
      act: (accounts) =>
        renewAll(
          cx,
          accounts.map(({ id }) => id),
          until,
        ),
    },
  });
  return renewed + (await chargeAgain(cx));
}

/** In their order, as many in each as are renewed in one transaction. */
function groups(accounts: readonly AccountToRenew[]): AccountToRenew[][] {
  const made: AccountToRenew[][] = [];
  let [group, servers] = [[] as AccountToRenew[], 0];
  for (const account of accounts) {
    if (group.length > 0 && (group.length >= TOGETHER.accounts || servers + account.services > TOGETHER.servers)) {
      made.push(group);
      [group, servers] = [[], 0];
    }
    group.push(account);
    servers += account.services;
  }
  return group.length > 0 ? [...made, group] : made;
}

/** A charge of a saved card that failed is made again, as often and as seldom as `chargeSavedCard` allows. */
function chargeAgain(cx: JobContext): Promise<number> {
  let after = 0;
  return forEachDue(cx, {
    name: 'charge-renewals',
    kind: 'order',
    async find(except) {
      const passedOver = new Set(except);
      for (;;) {
        const ids = await renewalsToCharge(cx.db, { after, most: ACCOUNTS });
        after = ids.at(-1) ?? after;
        const fresh = ids.filter((id) => !passedOver.has(id));
        if (fresh.length > 0 || ids.length === 0) return fresh.map((id) => ({ id }));
      }
    },
    act: ({ id }) =>
      transact(cx, async (one) => {
        const order = await lockOrder(one.db, id);
        return order !== undefined && (await chargeSavedCard(one, order)).begun;
      }),
  });
}

/** Returns of how many accounts there was something to renew. */
async function renewAll(cx: JobContext, accountIds: readonly number[], until: Date): Promise<number> {
  for (let accounts = 0; ; ) {
    const began = performance.now();
    const renewed = await transact(cx, (one) => renewSome(one, accountIds, until));
    accounts = Math.max(accounts, renewed.accounts);
    await sleep((performance.now() - began) * REST);
    if (!renewed.more || cx.stopping?.aborted) return accounts;
  }
}

interface Renewed {
  accounts: number;
  /** There were as many servers as one transaction takes. */
  more: boolean;
}

async function renewSome(cx: MutatingCx, accountIds: readonly number[], until: Date): Promise<Renewed> {
  const due = await lockServicesToRenew(cx.db, { accountIds, until, most: SERVERS });
  const servers = due.length > 0 ? await parkOdd(cx, due) : [];
  const accounts = servers.length > 0 ? await placeAutomaticRenewals(cx, servers) : 0;
  return { accounts, more: accounts > 0 && due.length === SERVERS };
}

/** Parks the accounts of those that were charged oddly often; returns the services of the others. */
async function parkOdd(cx: MutatingCx, servers: readonly Service[]): Promise<Service[]> {
  const { mostADay } = cx.settings.renewals;
  const ids = servers.map(({ id }) => id);
  const charges = await automaticSince(cx.db, ids, new Date(cx.clock.now().getTime() - days(1)));
  const odd = new Map(
    servers.flatMap(({ id, account_id }) => (oddlyOften(charges.get(id) ?? 0, mostADay) ? [[account_id, id]] : [])),
  );
  for (const [accountId, id] of odd)
    await park(cx, accountId, `Service ${id} would be charged more than ${mostADay} times in a day.`);
  return servers.filter(({ account_id }) => !odd.has(account_id));
}

/** Nothing is charged automatically any more until an operator has looked: odd billing is not continued by guessing. */
async function park(cx: MutatingCx, accountId: number, why: string): Promise<void> {
  const fields = { billing_parked_at: cx.clock.now(), billing_parked_reason: why };
  await cx.db.updateTable('accounts').set(fields).where('id', '=', accountId).execute();
  const resource = { kind: 'account', id: accountId };
  const message = `Automatic charges of account ${accountId} were stopped: ${why} Check the account, then run ./innkeeper account unpark ${accountId}.`;
  await alertOnce(cx.db, { kind: 'account_parked', key: `account:${accountId}`, resource, message });
  await audit(cx, 'account.parked', { ...resource, accountId }, { why });
}

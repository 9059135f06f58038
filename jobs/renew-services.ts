/**
 * Renews services automatically some days before they expire, with one order per account and day for its servers and their addons. The
 * order is paid immediately if the balance covers it. Otherwise it stays unpaid, like any order. A period is ordered only once
 * (`service_periods`), however often, late or concurrently this job runs. After weeks without a worker, each elapsed period of a running
 * service is charged once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '@innkeeper/db/schema';
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { forEachDue } from '@innkeeper/db/tables/due';
import { lockOrder } from '@innkeeper/db/tables/orders';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { countAutomaticCharges } from '@innkeeper/db/tables/service-periods';
import { type AccountToRenew, accountsToRenew, lockServicesToRenew, renewalsToCharge } from '@innkeeper/db/tables/services-due';
import { audit } from '@innkeeper/domain/audit';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { chargeSavedCard } from '@innkeeper/domain/payments/charge-saved-card';
import { placeAutomaticRenewals } from '@innkeeper/domain/renewals/renew-automatically';
import { exceedsChargeLimit, renewalHorizon } from '@innkeeper/model/services/renewals';
import { days } from '@innkeeper/model/time/clock';
import type { JobContext } from './job.ts';

/** Number of accounts or orders per query. Each query scans all due rows, so it returns many at a time. */
const ACCOUNTS = 5_000;
/** Maximum number of services that one transaction renews. It bounds the memory, the locks and the lines per order. */
const SERVERS = 500;
/**
 * Maximum number of services and accounts per batch. An account with more services is a batch of its own. Requests for the locked rows wait
 * for some tenths of a second.
 */
const BATCH_SIZES = { servers: 100, accounts: 25 };
/** Pause after each transaction as a fraction of its duration, so that other work on this machine can proceed. */
const PAUSE_FACTOR = 0.5;

/** Renews due services. Returns how many accounts changed. Renews no service while the API is away, because customers could not cancel. */
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
        const found = await accountsToRenew(cx.db, { until, after, max: ACCOUNTS });
        after = found.at(-1)?.id ?? after;
        const fresh = found.filter(({ id }) => !passedOver.has(id));
        if (fresh.length > 0 || found.length === 0) return fresh;
      }
    },
    act: async ({ id }) => (await renewAll(cx, [id], until)) > 0,
    batch: {
      groups,
      act: (accounts) =>
        renewAll(
          cx,
          accounts.map(({ id }) => id),
          until,
        ),
    },
  });
  return renewed + (await retryCharges(cx));
}

/** Splits the accounts into batches within `BATCH_SIZES`, in their order. */
function groups(accounts: readonly AccountToRenew[]): AccountToRenew[][] {
  const made: AccountToRenew[][] = [];
  let [group, servers] = [[] as AccountToRenew[], 0];
  for (const account of accounts) {
    if (group.length > 0 && (group.length >= BATCH_SIZES.accounts || servers + account.services > BATCH_SIZES.servers)) {
      made.push(group);
      [group, servers] = [[], 0];
    }
    group.push(account);
    servers += account.services;
  }
  return group.length > 0 ? [...made, group] : made;
}

/** Retries failed charges of saved cards, as often as `chargeSavedCard` allows. */
function retryCharges(cx: JobContext): Promise<number> {
  let after = 0;
  return forEachDue(cx, {
    name: 'charge-renewals',
    kind: 'order',
    async find(except) {
      const passedOver = new Set(except);
      for (;;) {
        const ids = await renewalsToCharge(cx.db, { after, max: ACCOUNTS });
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

/** Renews the services of these accounts, in as many transactions as needed. Returns the number of accounts with renewals. */
async function renewAll(cx: JobContext, accountIds: readonly number[], until: Date): Promise<number> {
  for (let accounts = 0; ; ) {
    const began = performance.now();
    const renewed = await transact(cx, (one) => renewSome(one, accountIds, until));
    accounts = Math.max(accounts, renewed.accounts);
    await sleep((performance.now() - began) * PAUSE_FACTOR);
    if (!renewed.more || cx.stopping?.aborted) return accounts;
  }
}

interface Renewed {
  accounts: number;
  /** `true` if more services may be due, because the limit of the transaction was reached. */
  more: boolean;
}

async function renewSome(cx: MutatingCx, accountIds: readonly number[], until: Date): Promise<Renewed> {
  const due = await lockServicesToRenew(cx.db, { accountIds, until, max: SERVERS });
  const servers = due.length > 0 ? await quarantine(cx, due) : [];
  const accounts = servers.length > 0 ? await placeAutomaticRenewals(cx, servers) : 0;
  return { accounts, more: accounts > 0 && due.length === SERVERS };
}

/** Parks accounts with suspiciously frequent charges. Returns the services of the remaining accounts. */
async function quarantine(cx: MutatingCx, servers: readonly Service[]): Promise<Service[]> {
  const { maxChargesPerDay } = cx.settings.renewals;
  const ids = servers.map(({ id }) => id);
  const charges = await countAutomaticCharges(cx.db, ids, new Date(cx.clock.now().getTime() - days(1)));
  const failures = new Map(
    servers.flatMap(({ id, account_id }) =>
      exceedsChargeLimit(charges.get(id) ?? 0, maxChargesPerDay) ? [[account_id, id]] : [],
    ),
  );
  for (const [accountId, id] of failures)
    await park(cx, accountId, `Service ${id} would be charged more than ${maxChargesPerDay} times in a day.`);
  return servers.filter(({ account_id }) => !failures.has(account_id));
}

/** Stops automatic charges of an account until an operator has checked it, so that a billing error does not continue. */
async function park(cx: MutatingCx, accountId: number, why: string): Promise<void> {
  const fields = { billing_parked_at: cx.clock.now(), billing_parked_reason: why };
  await cx.db.updateTable('accounts').set(fields).where('id', '=', accountId).execute();
  const resource = { kind: 'account', id: accountId };
  const message = `Automatic charges of account ${accountId} were stopped: ${why} Check the account, then run ./innkeeper account unpark ${accountId}.`;
  await alertOnce(cx.db, { kind: 'account_parked', key: `account:${accountId}`, resource, message });
  await audit(cx, 'account.parked', { ...resource, accountId }, { why });
}

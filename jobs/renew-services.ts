/**
 * Renews what is renewed automatically: some days before it expires, each account's servers with their addons in one order a day. The
 * order is paid at once when the balance covers it; otherwise it waits, as every order does, until what it renews would end. A period
 * is ordered once (`service_periods`), however often, late, or by how many workers this runs; after weeks without a worker what ran on is
 * owed once for each of its periods.
 */
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { forEachDue } from '@innkeeper/db/tables/due';
import { lockOrder } from '@innkeeper/db/tables/orders';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { automaticSince } from '@innkeeper/db/tables/service-periods';
import { accountsToRenew, lockServicesToRenew, renewalsToCharge } from '@innkeeper/db/tables/services-due';
import { audit } from '@innkeeper/domain/audit';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { placeAutomaticRenewal } from '@innkeeper/domain/orders/renew-automatically';
import { chargeSavedCard } from '@innkeeper/domain/payments/charge-saved-card';
import { days } from '@innkeeper/model/clock';
import { oddlyOften, renewalHorizon } from '@innkeeper/model/renewals';
import type { JobContext } from './job.ts';

/** Accounts are read so many at a time, and of one so many servers make an order: memory and locks stay bounded. */
const ACCOUNTS = 500;
const SERVERS = 500;

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
        const ids = await accountsToRenew(cx.db, { until, after, most: ACCOUNTS });
        after = ids.at(-1) ?? after;
        const fresh = ids.filter((id) => !passedOver.has(id));
        if (fresh.length > 0 || ids.length === 0) return fresh.map((id) => ({ id }));
      }
    },
    async act({ id }) {
      let any = false;
      for (;;) {
        const renewed = await transact(cx, (one) => renewAccount(one, id, until));
        any ||= renewed !== null;
        if (!renewed?.more) return any;
      }
    },
  });
  return renewed + (await chargeAgain(cx));
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

interface Renewed {
  /** There were as many as one order takes. */
  more: boolean;
}

async function renewAccount(cx: MutatingCx, accountId: number, until: Date): Promise<Renewed | null> {
  const servers = await lockServicesToRenew(cx.db, { accountId, until, most: SERVERS });
  if (servers.length === 0) return null;
  const { mostADay } = cx.settings.renewals;
  const ids = servers.map(({ id }) => id);
  const odd = oddlyOften(await automaticSince(cx.db, ids, new Date(cx.clock.now().getTime() - days(1))), mostADay);
  if (odd !== undefined) {
    await park(cx, accountId, `Service ${odd} would be charged more than ${mostADay} times in a day.`);
    return null;
  }
  const order = await placeAutomaticRenewal(cx, { accountId, servers });
  return order && { more: servers.length === SERVERS };
}

/** Nothing is charged automatically any more until an operator has looked: odd billing is not continued by guessing. */
async function park(cx: MutatingCx, accountId: number, why: string): Promise<void> {
  const fields = { billing_parked_at: cx.clock.now(), billing_parked_reason: why };
  await cx.db.updateTable('accounts').set(fields).where('id', '=', accountId).execute();
  const resource = { kind: 'account', id: accountId };
  const message = `Account ${accountId} is parked: ${why} Nothing is charged automatically until ./innkeeper account unpark ${accountId}`;
  await alertOnce(cx.db, { kind: 'account_parked', key: `account:${accountId}`, resource, message });
  await audit(cx, 'account.parked', { ...resource, accountId }, { why });
}

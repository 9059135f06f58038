/** Tests that mails name no time that the end of an outage postpones: they wait until the API is back and has postponed it. */
import { composeMails } from '@innkeeper/jobs/compose-mails';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { recordHeartbeat } from '@innkeeper/jobs/heartbeat';
import { remindRenewals } from '@innkeeper/jobs/remind-renewals';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { issueNow } from '../../given-invoices.ts';
import { mailsOf } from '../../given-mails.ts';
import { EXPIRY } from '../renewals/given-renewing.ts';
import { openRenewalLab } from './given-renewal-mails.ts';

let house: Awaited<ReturnType<typeof openRenewalLab>>;
let me: GivenAccount;
beforeAll(async () => {
  house = await openRenewalLab(EXPIRY);
});
afterAll(() => house.lab.close());
beforeEach(async () => {
  for (const table of ['service_beats', 'mails_due'] as const) await house.lab.db.deleteFrom(table).execute();
  house.setTime(EXPIRY);
  me = await givenAccount(house.lab.db);
});

const OUTAGE_MS = days(3);
const after = (ms: number) => new Date(EXPIRY.getTime() + ms);
const beat = () => recordHeartbeat(house.given.cx());
const goTo = (ms: number) => house.setTime(after(ms));
const written = async () => {
  await composeMails(house.given.cx());
  await remindRenewals(house.given.cx());
  return mailsOf(house.lab.db, me);
};

/** Lets a service expire, and suspends it at `EXPIRY`. */
async function suspended(): Promise<void> {
  await house.given.server(me.accountId, { hostname: 'web-1', auto_renew: false, expiry_at: EXPIRY, billing_anchor: EXPIRY });
  await beat();
  expect(await expireServices(house.given.cx())).toBe(1);
}

test('a suspension before an outage is mailed after it, with the postponed end', async () => {
  await suspended();
  goTo(OUTAGE_MS);
  expect(await written()).toEqual([]);
  await beat();
  const ends = after(OUTAGE_MS + house.settings.cancelGraceMs).getTime();
  expect(await written()).toMatchObject([{ template: 'services-suspended', data: { ends } }]);
});

test('an order that waits is asked for after the outage, with the postponed due time', async () => {
  const id = await house.given.server(me.accountId, { expiry_at: after(days(30)), billing_anchor: EXPIRY });
  await beat();
  const renewal = { body: { server_ids: [id], billing_cycle: 1 as const } };
  expect((await house.lab.call('renewServers', renewal, { token: me.token })).status).toBe(201);
  await issueNow(house.lab.db, house.clock);
  const [{ due_at: due } = { due_at: null }] = await house.given.orders(me.accountId);
  goTo(OUTAGE_MS);
  expect(await written()).toEqual([]);
  await beat();
  const until = (due?.getTime() ?? 0) + OUTAGE_MS;
  expect(await written()).toMatchObject([{ template: 'order-waiting', data: { until } }]);
});

test('an end that passed during an outage is announced with its postponed time, once it is near', async () => {
  await suspended();
  goTo(minutes(2));
  await beat();
  expect(await written()).toMatchObject([{ template: 'services-suspended' }]);
  const { cancelGraceMs, renewals } = house.settings;
  // The API is down from here until after the end.
  const outage = cancelGraceMs + days(1);
  goTo(outage);
  expect(await written()).toHaveLength(1);
  await beat();
  expect(await written()).toHaveLength(1);
  const ends = outage - minutes(2) + cancelGraceMs;
  goTo(ends - days(renewals.remindEndDays) + minutes(1));
  // The API has beaten all the time since.
  await house.lab.db.updateTable('service_beats').set({ beat_at: house.clock.now() }).execute();
  expect((await written()).slice(1)).toMatchObject([
    { template: 'termination-ahead', data: { services: [{ name: 'web-1', until: after(ends).getTime() }] } },
  ]);
});

/** Tests unpaid services: reminders, suspension, last backup and termination, and their return if they are paid in time. */

import { findCopySince } from '@innkeeper/db/tables/copies';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { recordHeartbeat } from '@innkeeper/jobs/heartbeat';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { days, hours } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { mailsOf } from '../../given-mails.ts';
import { openOperator } from '../../operator.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { movingClock } from '../../torture/moving-clock.ts';
import { deploy } from '../given-deploy.ts';
import { renewalHelpers } from './given-renewing.ts';

const clock = movingClock();
let chain: Chain;
/** Act of the engine that fails, or `null`. */
let failing: string | null = null;
let me: GivenAccount;
let given: ReturnType<typeof renewalHelpers>;
beforeAll(async () => {
  chain = await openChain({
    clock,
    simulated: {
      fail: (act) => {
        if (act === failing) throw new Error('the host does not answer');
      },
    },
  });
  await givenNode(chain.db);
});
afterAll(() => chain.close());
beforeEach(async () => {
  me = await givenAccount(chain.db, { funds: 479n });
  given = renewalHelpers(chain, clock);
  await chain.db.deleteFrom('service_beats').execute();
});
afterEach(async () => {
  await expectBooksClean(chain.db);
  await assertInvariants(chain);
});

const call = (operation: Parameters<Chain['call']>[0], input: object = {}) => chain.call(operation, input, { token: me.token });
const get = async (id: number) => (await call('getServer', { params: { id } })).body;
const whenever = (id: number, status: string) =>
  chain.serverWhen(id, me.token, (server) => server.status === status && server.locked === null);

async function running(): Promise<number> {
  const { id } = (await deploy(chain, me)).body;
  await whenever(id, 'active');
  return id;
}

const look = () => given.look(chain.worker);

async function passTo(at: Date, step = days(1)): Promise<void> {
  while (clock.now().getTime() < at.getTime()) {
    clock.pass(Math.min(step, at.getTime() - clock.now().getTime()));
    await look();
  }
}
const expiryOf = async (id: number) => new Date((await get(id)).expiry_at);
const after = (date: Date, ms: number) => new Date(date.getTime() + ms);
const SPOKEN = ['renewal-due', 'services-suspended', 'termination-ahead', 'services-resumed'];
/** Returns the mails about renewals and suspensions. */
const written = async () =>
  (await mailsOf(chain.db, me)).map(({ template }) => template).filter((template) => SPOKEN.includes(template));
/** Returns how many days before a time each request to pay the renewal was written, rounded up. */
async function askedBefore(expiry: Date): Promise<number[]> {
  const asked = chain.db.selectFrom('mails').select('created_at').where('account_id', '=', me.accountId);
  const rows = await asked.where('template', '=', 'renewal-due').orderBy('id').execute();
  return rows.map(({ created_at }) => Math.ceil((expiry.getTime() - created_at.getTime()) / days(1)));
}

test('an unpaid service gets mails as soon as its renewal waits, and 3 days and a day before, is suspended at expiry, and ends after the grace period', async () => {
  const id = await running();
  const expiry = await expiryOf(id);
  await passTo(after(expiry, -hours(1)));
  expect(await written()).toEqual(['renewal-due', 'renewal-due', 'renewal-due']);
  expect((await askedBefore(expiry)).slice(1)).toEqual([3, 1]);
  expect((await get(id)).status).toBe('active');
  await passTo(after(expiry, hours(1)));
  expect(await whenever(id, 'suspended')).toMatchObject({ state: ['stopped'], cancel_request: null });
  expect((await get(id)).ip_addresses).toHaveLength(1);
  await passTo(after(expiry, days(6)));
  expect((await get(id)).status).toBe('suspended');
  await passTo(after(expiry, days(7) + hours(2)));
  expect(await whenever(id, 'terminated')).toMatchObject({ ip_addresses: [], status_reason: 'The server was not paid.' });
  expect((await written()).slice(3)).toEqual(['services-suspended', 'termination-ahead']);
  // The waiting renewal is cancelled.
  expect((await given.orders(me.accountId)).map(({ status }) => status)).toEqual(['paid', 'cancelled']);
});

test('a service paid in the grace period resumes with its guest and address, and owes nothing more', async () => {
  const id = await running();
  const expiry = await expiryOf(id);
  const address = (await get(id)).ip_addresses[0].ip_address;
  await passTo(after(expiry, days(3)));
  await whenever(id, 'suspended');
  await given.fund(me.accountId, 10_000n);
  await look();
  const server = await whenever(id, 'active');
  clock.pass(hours(1));
  await look();
  expect((await written()).slice(3)).toEqual(['services-suspended', 'services-resumed']);
  expect([server.state, server.ip_addresses[0].ip_address]).toEqual([['running'], address]);
  expect((await given.periods(id)).map((period) => period.split(' ')[2])).toEqual(['paid', 'paid']);
  expect((await given.orders(me.accountId)).map(({ gross }) => gross)).toEqual([479n, 479n]);
});

test('a paid server that cannot be resumed counts as active, and the operator is alerted', async () => {
  const id = await running();
  await passTo(after(await expiryOf(id), days(1)));
  await whenever(id, 'suspended');
  failing = 'setLink';
  await given.fund(me.accountId, 10_000n);
  await look();
  await whenever(id, 'active');
  failing = null;
  const alerts = chain.db.selectFrom('operator_alerts').select('message').where('kind', '=', 'workflow_undone');
  expect(JSON.stringify(await alerts.execute())).toContain('server.resume');
});

test('with the backups addon, makes a last backup before the disk is deleted', async () => {
  const id = await running();
  await givenAddon(chain.db, { serverId: id, key: 'backups' });
  const expiry = await expiryOf(id);
  await passTo(after(expiry, days(1)));
  const { suspended_at } = await given.service(id);
  await passTo(after(expiry, days(10)));
  await whenever(id, 'terminated');
  expect(await findCopySince(chain.db, id, 'last', suspended_at ?? expiry)).toMatchObject({ kind: 'backup', status: 'ready' });
});

test('a failed last backup alerts the operator, keeps the disk, and is retried', async () => {
  const id = await running();
  await givenAddon(chain.db, { serverId: id, key: 'backups' });
  const expiry = await expiryOf(id);
  failing = 'copyDisk';
  await passTo(after(expiry, days(10)));
  expect((await get(id)).status).toBe('suspended');
  expect((await chain.compute.inspect(machineIdOf(id))).power).toBe('stopped');
  const alerts = chain.db.selectFrom('operator_alerts').select('message').where('kind', '=', 'workflow_undone');
  expect(JSON.stringify(await alerts.execute())).toContain('server.backup');
  failing = null;
  await passTo(after(expiry, days(12)));
  await whenever(id, 'terminated');
});

test('undoing the cancellation of an expired server leaves it suspended and unpaid; paying resumes it', async () => {
  const id = await running();
  const expiry = await expiryOf(id);
  await call('cancelServer', { params: { id } });
  await passTo(after(expiry, days(1)));
  expect(await whenever(id, 'suspended')).toMatchObject({ cancel_request: { now: 0 } });
  expect(await given.orders(me.accountId)).toHaveLength(1);
  expect((await call('undoCancelServer', { params: { id } })).status).toBe(204);
  await look();
  expect(await get(id)).toMatchObject({ status: 'suspended', cancel_request: null });
  expect((await given.orders(me.accountId)).at(-1)).toMatchObject({ status: 'awaiting_payment', type: 'renew-service' });
  await given.fund(me.accountId, 10_000n);
  await look();
  await whenever(id, 'active');
  expect(await given.periods(id)).toHaveLength(2);
});

test('cancelling withdraws the automatic order, and repeated cancellation does not delay the end', async () => {
  const id = await running();
  const expiry = await expiryOf(id);
  await passTo(after(expiry, -days(2)));
  expect((await given.orders(me.accountId)).at(-1)?.status).toBe('awaiting_payment');
  await call('cancelServer', { params: { id } });
  expect((await given.orders(me.accountId)).at(-1)?.status).toBe('cancelled');
  await passTo(after(expiry, days(3)));
  for (const operation of ['undoCancelServer', 'cancelServer'] as const) await call(operation, { params: { id } });
  await passTo(after(expiry, days(7) + hours(1)));
  await whenever(id, 'terminated');
});

test('a service that expired during an outage is suspended only after its owner had time to pay', async () => {
  const beat = () => recordHeartbeat(given.cx());
  await beat();
  const id = await running();
  clock.pass(days(45));
  await beat();
  await look();
  expect((await get(id)).status).toBe('active');
  expect((await given.orders(me.accountId)).at(-1)?.status).toBe('awaiting_payment');
  const present = () => chain.db.updateTable('service_beats').set({ beat_at: clock.now() }).execute();
  for (let day = 0; day < 6; day += 1) {
    clock.pass(days(1));
    await present();
    await look();
  }
  expect((await get(id)).status).toBe('active');
  clock.pass(days(2));
  await present();
  await look();
  await whenever(id, 'suspended');
});

test('an unpaid service outlives the suspension of its account, and can then be paid for another grace period', async () => {
  const id = await running();
  const operator = openOperator({ db: chain.db, clock });
  await passTo(after(await expiryOf(id), days(3)));
  await whenever(id, 'suspended');
  await operator.run('suspendAccount', { account: me.email, reason: 'Abuse' });
  await passTo(after(clock.now(), days(20)), days(5));
  await expireOrders(given.cx());
  const waiting = async () => (await given.orders(me.accountId)).map(({ status }) => status);
  expect(await waiting()).toEqual(['paid', 'awaiting_payment']);
  const told = (await written()).length;
  expect(await written()).not.toContain('termination-ahead');
  await operator.run('resumeAccount', { account: me.email });
  await expireOrders(given.cx());
  await passTo(after(clock.now(), days(6)));
  expect((await get(id)).status).toBe('suspended');
  expect(await waiting()).toEqual(['paid', 'awaiting_payment']);
  expect((await written()).slice(told)).toEqual(['termination-ahead']);
  await given.fund(me.accountId, 10_000n);
  await look();
  await whenever(id, 'active');
});

test('a parked account is not suspended for lack of payment, and has time to pay after it is unparked', async () => {
  const id = await running();
  const fields = { billing_parked_at: clock.now(), billing_parked_reason: 'odd' };
  await chain.db.updateTable('accounts').set(fields).where('id', '=', me.accountId).execute();
  await passTo(after(await expiryOf(id), days(20)), days(5));
  expect((await get(id)).status).toBe('active');
  expect(await given.orders(me.accountId)).toHaveLength(1);
  const operator = openOperator({ db: chain.db, clock });
  await operator.run('unparkAccount', { account: me.email });
  await expect(operator.run('unparkAccount', { account: me.email })).rejects.toThrow('is not parked');
  await look();
  expect((await get(id)).status).toBe('active');
  await passTo(after(clock.now(), days(4)));
  await whenever(id, 'suspended');
});

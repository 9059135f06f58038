/** Tests a year on the clock of the test: permanent data is still there, and temporary data is purged. */

import { createToken } from '@innkeeper/db/tables/tokens';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { OfflineVatNumbers } from '@innkeeper/engine/vat-numbers/offline/driver';
import { jobActor } from '@innkeeper/jobs/job';
import { JOBS } from '@innkeeper/jobs/jobs';
import { sampleUsage } from '@innkeeper/jobs/watch/sample-usage';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from './chain.ts';
import { fakeMail } from './fake-mail.ts';
import { givenAccount, givenNode } from './given.ts';
import { givenJobCx } from './given-cx.ts';
import { NO_DNS } from './given-dns.ts';
import { NO_JOURNAL } from './given-invoices.ts';
import { givenWebhooks } from './given-webhooks.ts';
import { labSettings } from './settings.ts';
import { deploy } from './slices/given-deploy.ts';
import { givenServing, type Serving } from './slices/given-serving.ts';
import { assertInvariants } from './torture/invariants.ts';
import { movingClock } from './torture/moving-clock.ts';

const clock = movingClock();
const mail = fakeMail();
// Metrics are requested by month, so the month must not end while samples are taken.
if (clock.now().getUTCDate() >= 28) clock.pass(days(4));
const vatNumbers = new OfflineVatNumbers();
let chain: Chain;
let serving: Serving;
beforeAll(async () => {
  chain = await openChain({ clock });
  await givenNode(chain.db);
  serving = await givenServing(chain);
});
afterAll(() => chain.close());

/** Moves the clock by `passed` days, runs every job of the worker, and waits for the workflows that they start. */
async function pass(passed: number): Promise<void> {
  clock.pass(days(passed));
  const outside = {
    invoiceJournal: NO_JOURNAL,
    mail,
    vatNumbers,
    dns: NO_DNS,
    webhooks: givenWebhooks(),
    payments: chain.engine.payments,
    log: SILENT_LOG,
  };
  for (const { name, run } of JOBS.worker)
    await run({ db: chain.db, clock, settings: labSettings, actor: jobActor(name), requestId: null, ...outside });
  await chain.worker.idle();
}
const as = ({ token }: { token: string }) => ({ token });
const copies = async () => await chain.db.selectFrom('copies').select(['origin', 'status']).orderBy('id').execute();

test('after a year a server, its copies, an order, tokens, keys and metrics match their lifetimes', async () => {
  const { id, owner } = serving;
  const begun = clock.now();
  const snapshot = await serving.wholeSnapshot('of old');
  const expiresAt = new Date(begun.getTime() + days(200));
  const guest = await createToken(chain.db, {
    accountId: owner.accountId,
    userId: owner.userId,
    name: 'guest',
    abilities: ['read'],
    expiresAt,
  });
  const poor = await givenAccount(chain.db);
  const unpaid = await deploy(chain, poor, { name: 'unpaid' });
  const key = { 'idempotency-key': 'once' };
  const order = () => deploy(chain, owner, { name: 'web-2' }, key);
  const { body: second } = await order();
  const log = { info() {}, warn() {}, error() {} };
  for (let minute = 0; minute < 7; minute += 1) {
    clock.pass(minutes(1));
    await sampleUsage({ ...givenJobCx(chain.db, { clock }), engine: chain.engine, log });
  }
  const month = { 'filter[month]': begun.getUTCMonth() + 1, 'filter[year]': begun.getUTCFullYear() };
  const metrics = async () =>
    (await chain.call('getServerMetrics', { params: { id }, query: month }, as(owner))).body.data.length;
  expect(await metrics()).toBeGreaterThan(0);

  for (let month = 0; month < 12; month += 1) await pass(30.5);
  // The next sweep removes the backup that the last one replaced.
  await pass(0);
  expect(clock.now().getTime() - begun.getTime()).toBeGreaterThan(days(365));

  // The server is active, and its snapshot and the last three weekly backups are still there.
  const { body: server } = await chain.call('getServer', { params: { id } }, as(owner));
  expect([server.status, server.state]).toEqual(['active', ['running']]);
  expect(await metrics()).toBeGreaterThan(0);
  expect((await copies()).filter(({ status }) => status === 'ready')).toEqual([
    { origin: 'customer', status: 'ready' },
    ...Array.from({ length: 3 }, () => ({ origin: 'weekly', status: 'ready' })),
  ]);
  expect((await chain.call('listSnapshots', {}, as(owner))).body.data.map((one: { id: number }) => one.id)).toEqual([snapshot]);
  // The unpaid order is cancelled and holds no capacity.
  const orderId = Number(unpaid.headers['x-order-id']);
  expect((await chain.call('getOrder', { params: { id: orderId } }, as(poor))).body.status).toBe('cancelled');
  // A token with an expiry has expired, and one without has not.
  expect((await chain.call('listServers', {}, { token: guest.token })).status).toBe(401);
  expect((await chain.call('listServers', {}, as(owner))).body.meta.total).toBe(2);
  // The Idempotency-Key has been purged, so the same request is a new one.
  expect((await order()).body.id).not.toBe(second.id);
  await chain.worker.idle();

  // Events also use the clock of the test. Only the events of the last week remain, in order.
  const events = await chain.db
    .selectFrom('events')
    .select('at')
    .where('account_id', '=', owner.accountId)
    .orderBy('id')
    .execute();
  const times = events.map(({ at }) => at.getTime());
  expect(times.length).toBeGreaterThan(0);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times.at(0)).toBeGreaterThan(clock.now().getTime() - days(8));
  expect(times.at(-1)).toBeLessThanOrEqual(clock.now().getTime());

  await pass(60);
  expect(await metrics()).toBe(0);
  await assertInvariants(chain);
});

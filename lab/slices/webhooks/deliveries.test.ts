/**
 * Tests deliveries to webhooks with real receivers on this host. The worker's jobs run with its database role, and a clock passes 3 days.
 */

import type { ServerResponse } from 'node:http';
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import type { Database } from '@innkeeper/db/schema';
import { eventsAfter, lastEventId, purgeEventsBefore } from '@innkeeper/db/tables/events';
import { updateServer } from '@innkeeper/db/tables/servers';
import { findWebhook, updateWebhook, type Webhook } from '@innkeeper/db/tables/webhooks';
import { HttpWebhooks } from '@innkeeper/engine/webhooks/http';
import type { WebhookPort } from '@innkeeper/engine/webhooks/port';
import { deliverEvents } from '@innkeeper/jobs/webhooks/deliver-events';
import { purgeDeliveries } from '@innkeeper/jobs/webhooks/purge-deliveries';
import { takeEvents } from '@innkeeper/jobs/webhooks/take-events';
import { openSealer } from '@innkeeper/model/installation/sealing';
import { days, hours, minutes, seconds } from '@innkeeper/model/time/clock';
import { MAX_ATTEMPTS } from '@innkeeper/model/webhooks/schedule';
import { verifyWebhook, type WebhookEvent } from '@innkeeper/sdk/webhooks';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { type GivenAccount, givenAccount, givenServer } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import {
  givenDelivery,
  givenWebhook,
  givenWebhooks,
  openReceiver,
  type Received,
  type Receiver,
  WEBHOOK_SECRET,
} from '../../given-webhooks.ts';
import { labSettings } from '../../settings.ts';
import { movingClock } from '../../torture/moving-clock.ts';

const clock = movingClock();
let lab: TestDatabase;
let worker: ReturnType<typeof openDatabase>;
let me: GivenAccount;
let server: number;
let receiver: Receiver;
beforeAll(async () => {
  lab = await openTestDatabase({ clock });
  worker = openDatabase({ url: asRole(lab.url, WORKER_ROLE), clock });
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await worker.close();
  await lab.close();
});
beforeEach(async () => {
  await lab.db.deleteFrom('webhooks').execute();
  me = await givenAccount(lab.db);
  server = await givenServer(lab.db, { accountId: me.accountId });
  receiver.received.length = 0;
  receiver.answer = (_request, response) => void response.end('ok');
});

const http = (...receivers: Receiver[]): WebhookPort =>
  new HttpWebhooks({ receivers: [receiver, ...receivers].map(({ port }) => ({ address: '127.0.0.1', port })) });
const cx = (sender: WebhookPort = http(), db: Kysely<Database> = worker.db) => ({
  ...givenJobCx(db, { clock }),
  webhooks: givenWebhooks(sender),
});
/** Runs the jobs that a worker runs each second. */
const look = async (sender?: WebhookPort): Promise<number> => {
  await takeEvents(cx(sender));
  return deliverEvents(cx(sender));
};
const change = (i = 0) =>
  updateServer(lab.db, server, { hostname: `web-${i}-${Math.random().toString(36).slice(2)}.example.com` });
const deliveries = (of?: Webhook) => {
  const all = lab.db.selectFrom('event_deliveries').selectAll().orderBy('id');
  return (of ? all.where('webhook_id', '=', of.id) : all).execute();
};
/** Inserts a webhook that has processed all events so far. */
async function hook(fields: Parameters<typeof givenWebhook>[2] = {}, who = me): Promise<Webhook> {
  const { id } = await givenWebhook(lab.db, who, { url: receiver.url, ...fields });
  return updateWebhook(lab.db, id, { position: await lastEventId(lab.db, who.accountId) });
}
const verified = ({ headers, body }: Received): Promise<WebhookEvent> =>
  verifyWebhook(WEBHOOK_SECRET, { headers, body }, { now: clock.now() });
const idsOf = async (): Promise<number[]> =>
  (await Promise.all(receiver.received.map(verified))).flatMap((event) => ('id' in event ? [event.id] : []));
const idsAfter = async (position: bigint): Promise<number[]> =>
  (await eventsAfter(lab.db, { accountId: me.accountId, after: position, limit: 1_000 })).map(({ id }) => Number(id));
const failing = (_request: Received, response: ServerResponse) => void response.writeHead(500).end('no');

describe('an event', () => {
  test('is sent as in the stream, signed and once, and its delivery records the response', async () => {
    const webhook = await hook();
    await change();
    expect(await look()).toBe(1);
    expect(await look()).toBe(0);
    expect(receiver.received).toHaveLength(1);
    const [sent] = receiver.received;
    if (!sent) throw new Error('nothing came');
    expect(await verified(sent)).toMatchObject({
      ...{ id: Number(webhook.position) + 1, type: 'server', change: 'updated', resource_id: server },
      data: { status: 'active', state: ['running'] },
    });
    expect(await deliveries()).toMatchObject([
      {
        ...{ key: sent.headers['webhook-id'], status: 'delivered', tries: 1, event_type: 'server', answer: 'ok' },
        attempts: [{ status: 200, error: null, ms: expect.any(Number), at: expect.any(Number) }],
      },
    ]);
    // A recorded delivery cannot be replayed later.
    await expect(verifyWebhook(WEBHOOK_SECRET, sent, { now: new Date(clock.now().getTime() + minutes(6)) })).rejects.toThrow(
      /too old/,
    );
  });

  test('is sent to subscribed webhooks of its account, in order, and not to other accounts', async () => {
    const orders = await hook({ event_types: ['order'] });
    const all = await hook();
    const other = await givenAccount(lab.db);
    await hook({ url: `${receiver.url}other` }, other);
    for (let i = 0; i < 3; i += 1) await change(i);
    expect(await look()).toBe(3);
    expect(await idsOf()).toEqual(await idsAfter(all.position));
    expect(receiver.received.every(({ path }) => path === '/')).toBe(true);
    // The event was processed and is not read again.
    expect(await findWebhook(lab.db, orders.id)).toMatchObject({ position: all.position + 3n });
  });

  test('is claimed by exactly one of two workers', async () => {
    const webhook = await hook();
    for (let i = 0; i < 5; i += 1) await change(i);
    await Promise.all([takeEvents(cx()), takeEvents(cx()), takeEvents(cx())]);
    await Promise.all([deliverEvents(cx()), deliverEvents(cx()), deliverEvents(cx())]);
    expect((await idsOf()).sort((a, b) => a - b)).toEqual(await idsAfter(webhook.position));
  });

  test('that was purged before it was claimed is replaced by a reset', async () => {
    const webhook = await hook();
    for (let i = 0; i < 3; i += 1) await change(i);
    await purgeEventsBefore(lab.db, new Date(clock.now().getTime() + minutes(1)), 100_000);
    await look();
    expect(await verified(receiver.received[0] ?? expect.fail())).toMatchObject({
      type: 'reset',
      id: Number(webhook.position) + 3,
    });
    await change();
    await look();
    expect(await idsOf()).toEqual([Number(webhook.position) + 3, Number(webhook.position) + 4]);
  });

  test('waits in the stream while a thousand deliveries are pending, and is claimed when there is room', async () => {
    const webhook = await hook();
    const later = new Date(clock.now().getTime() + days(1));
    const full = { account_id: me.accountId, webhook_id: webhook.id, event_type: 'x', body: '{}', created_at: later };
    await lab.db
      .insertInto('event_deliveries')
      .values(Array.from({ length: 1_000 }, () => ({ ...full, next_try_at: later })))
      .execute();
    await change();
    await look();
    expect(await findWebhook(lab.db, webhook.id)).toMatchObject({ position: webhook.position, take_after: expect.any(Date) });
    await lab.db.deleteFrom('event_deliveries').execute();
    clock.pass(seconds(31));
    expect(await look()).toBe(1);
  });
});

describe('a failing receiver', () => {
  test('is retried for 3 days with back-off; then the webhook is disabled, members are mailed, and replay works', async () => {
    const webhook = await hook();
    receiver.answer = failing;
    await change();
    const [began, position] = [clock.now().getTime(), await lastEventId(lab.db, me.accountId)];
    for (let hour = 0; hour < 24 * 3.2; hour += 0.25) {
      await look();
      clock.pass(hours(0.25));
    }
    const [first] = await deliveries(webhook);
    expect(first).toMatchObject({ status: 'failed', tries: MAX_ATTEMPTS, answer: 'no' });
    const at = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']) * 1000 - began);
    expect(at).toHaveLength(MAX_ATTEMPTS);
    expect((at.at(-1) ?? 0) / days(1)).toBeGreaterThan(2.3);
    expect((at.at(-1) ?? 0) / days(1)).toBeLessThan(3.2);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await findWebhook(lab.db, webhook.id)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    const mails = lab.db.selectFrom('mails').select(['template', 'data']).where('account_id', '=', me.accountId);
    expect(await mails.execute()).toMatchObject([
      { template: 'webhook-disabled', data: { url: receiver.url, failure: { code: 'status', detail: expect.any(String) } } },
    ]);
    const events = lab.db
      .selectFrom('events')
      .select('data')
      .where('account_id', '=', me.accountId)
      .where('resource_kind', '=', 'webhook');
    expect(await events.where('id', '>', position).execute()).toEqual([{ data: { status: 'disabled' } }]);
    // The webhook gets no further deliveries.
    await change();
    await look();
    expect(receiver.received).toHaveLength(MAX_ATTEMPTS);
  });

  test('is retried when it asked for that, within 3 days; one that replies 410 is disabled at once', async () => {
    const webhook = await hook();
    const began = clock.now().getTime();
    // Returns the delay in hours. The clock also advances by itself.
    const dueIn = async () => Math.round((Number((await deliveries(webhook))[0]?.next_try_at) - began) / minutes(6)) / 10;
    receiver.answer = (_request, response) => void response.writeHead(503, { 'retry-after': '7200' }).end();
    await change();
    await look();
    expect(await dueIn()).toBe(2);
    clock.pass(hours(2));
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
    receiver.answer = (_request, response) =>
      void response.writeHead(429, { date, 'retry-after': 'Thu, 22 Oct 2026 07:28:00 GMT' }).end();
    await look();
    expect(await dueIn()).toBe(26);
    clock.pass(days(1));
    receiver.answer = (_request, response) => void response.writeHead(503, { 'retry-after': '99999999' }).end();
    await look();
    expect(await dueIn()).toBe(72);
    clock.pass(days(3));
    receiver.answer = (_request, response) => void response.writeHead(410).end('gone');
    await look();
    expect((await deliveries(webhook))[0]).toMatchObject({ status: 'failed', tries: 4, answer: 'gone' });
    expect(await findWebhook(lab.db, webhook.id)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
  });

  test('that accepts another event in the meantime keeps its webhook', async () => {
    const webhook = await hook();
    let up = false;
    receiver.answer = ({ body }, response) =>
      up && body.includes('"type":"test"') ? void response.end() : failing(expect.anything(), response);
    await change();
    for (let hour = 0; hour < 24 * 3.2; hour += 0.5) {
      if (hour === 50) {
        up = true;
        await givenDelivery(lab.db, webhook, { next_try_at: clock.now() });
      }
      await look();
      up = false;
      clock.pass(hours(0.5));
    }
    expect(await deliveries(webhook)).toMatchObject([{ status: 'failed', tries: MAX_ATTEMPTS }, { status: 'delivered' }]);
    expect(await findWebhook(lab.db, webhook.id)).toMatchObject({ status: 'enabled', failing_since: expect.any(Date) });
  });

  test('is marked as slow until it accepts a delivery again', async () => {
    const webhook = await hook();
    receiver.answer = failing;
    await change();
    await look();
    expect(await findWebhook(lab.db, webhook.id)).toMatchObject({ slow: true, failing_since: expect.any(Date) });
    receiver.answer = (_request, response) => void response.end();
    clock.pass(minutes(1));
    expect(await look()).toBe(1);
    expect(await findWebhook(lab.db, webhook.id)).toMatchObject({ slow: false, failing_since: null });
    expect(await deliveries()).toMatchObject([
      { tries: 2, attempts: [{ status: 500, error: 'The receiver answered with status 500.' }, { status: 200 }] },
    ]);
  });
});

describe('receivers of one account', () => {
  test('that do not answer do not block those of another account', async () => {
    const dead = await openReceiver();
    dead.answer = () => {};
    const sender = http(dead);
    for (let i = 0; i < 30; i += 1) {
      const noisy = i % 10 === 0 ? await givenAccount(lab.db) : undefined;
      const webhook = await givenWebhook(lab.db, noisy ?? me, { url: `${dead.url}${i}` });
      for (let n = 0; n < 20; n += 1)
        await givenDelivery(lab.db, webhook, { next_try_at: new Date(clock.now().getTime() - minutes(n)) });
    }
    const honest = await givenAccount(lab.db);
    const webhook = await hook({}, honest);
    for (let n = 0; n < 10; n += 1) await givenDelivery(lab.db, webhook, { next_try_at: clock.now() });
    const stopping = new AbortController();
    const running = deliverEvents({ ...cx(sender), stopping: stopping.signal });
    // All deliveries arrive before another one has timed out.
    const done = async () => (await deliveries(webhook)).filter(({ status }) => status === 'delivered').length;
    await expect.poll(done, { timeout: 20_000 }).toBe(10);
    stopping.abort();
    expect(await running).toBe(10);
    // A delivery that the stop interrupted is due at once and does not count as an attempt.
    expect((await deliveries()).filter(({ status, tries }) => status === 'pending' && tries > 1)).toEqual([]);
    await dead.close();
  });
});

describe('a worker that dies', () => {
  /** Returns a database that fails from its `n`-th statement on, like a process that was killed there. */
  function dyingAt(n: number): { db: Kysely<Database>; dead: () => boolean } {
    let statements = 0;
    const db = worker.db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        if (statements >= n) throw new Error('killed');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    return { db, dead: () => statements >= n };
  }

  test('at any statement loses no event, and repeats each at most once per crash', async () => {
    let deaths = 0;
    for (let n = 1; ; n += 1) {
      const webhook = await hook();
      receiver.received.length = 0;
      for (let i = 0; i < 2; i += 1) await change(i);
      const { db, dead } = dyingAt(n);
      await takeEvents(cx(undefined, db)).catch(() => {});
      await deliverEvents(cx(undefined, db)).catch(() => {});
      if (dead()) deaths += 1;
      clock.pass(minutes(2));
      await look();
      const ids = await idsOf();
      const expected = await idsAfter(webhook.position);
      expect(
        [...new Set(ids)].sort((a, b) => a - b),
        `death ${n}`,
      ).toEqual(expected);
      expect(ids.length, `death ${n}`).toBeLessThanOrEqual(expected.length + 2);
      expect(await deliveries(webhook), `death ${n}`).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }]);
      await lab.db.deleteFrom('webhooks').where('id', '=', webhook.id).execute();
      if (!dead()) break;
    }
    expect(deaths).toBeGreaterThan(10);
  });
});

test('a worker with another key sends nothing, counts no attempt, and alerts until it has the right key', async () => {
  const webhook = await hook();
  await change();
  const wrong = { ...cx(), webhooks: { ...givenWebhooks(http()), sealer: openSealer(Buffer.alloc(32, 1)) } };
  await takeEvents(wrong);
  expect(await deliverEvents(wrong)).toBe(0);
  expect(receiver.received).toEqual([]);
  expect(await deliveries(webhook)).toMatchObject([{ status: 'pending', tries: 0 }]);
  const alerts = lab.db
    .selectFrom('operator_alerts')
    .select('message')
    .where('kind', '=', 'webhook_secret_unreadable')
    .where('resolved_at', 'is', null);
  expect(await alerts.execute()).toMatchObject([{ message: expect.stringMatching(/secret\.key/) }]);
  clock.pass(minutes(6));
  expect(await look()).toBe(1);
  expect(await alerts.execute()).toEqual([]);
});

test('purges deliveries after 30 days, and keeps the latest ones of an account', async () => {
  const webhook = await hook();
  const ended = (age: number) => ({ status: 'delivered' as const, ended_at: new Date(clock.now().getTime() - age) });
  for (const age of [days(31), days(29), days(2), days(1)]) await givenDelivery(lab.db, webhook, ended(age));
  const waiting = await givenDelivery(lab.db, webhook, { next_try_at: new Date(clock.now().getTime() + days(1)) });
  const before = await deliveries(webhook);
  await purgeDeliveries(givenJobCx(worker.db, { clock }));
  expect(await deliveries(webhook)).toEqual(before.slice(1));
  const retention = { ...labSettings.retention, webhookDeliveriesPerAccount: 2 };
  await purgeDeliveries(givenJobCx(worker.db, { clock, settings: { ...labSettings, retention } }));
  expect((await deliveries(webhook)).map(({ id }) => id)).toEqual([...before.slice(2, 4).map(({ id }) => id), waiting.id]);
});

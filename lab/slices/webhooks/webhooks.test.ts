/** Tests the webhook operations of the API: create, change, rotate, test, replay and delete. `deliveries.test.ts` tests the deliveries. */
import { lastEventId } from '@innkeeper/db/tables/events';
import { findWebhook } from '@innkeeper/db/tables/webhooks';
import { signingSecrets } from '@innkeeper/domain/webhooks/secrets';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenServer } from '../../given.ts';
import { givenSession } from '../../given-sessions.ts';
import { SEALER } from '../../given-two-factor.ts';
import { givenDelivery, givenWebhook } from '../../given-webhooks.ts';

let lab: Lab;
let me: GivenAccount;
let now = Date.UTC(2027, 0, 31, 12);
const clock = { now: () => new Date(now) };
const HERE = { address: '127.0.0.1', port: 8080 };
beforeAll(async () => {
  lab = await openLab({ clock, settings: { webhooksPerAccount: 3, webhookReceivers: [HERE] } });
});
afterAll(() => lab.close());
beforeEach(async () => {
  me = await givenAccount(lab.db);
});

const URL_ = 'https://Hooks.Example.com/a?b=c';
const create = (body: object = { url: URL_ }, who = me) => lab.call('createWebhook', { body }, who);
const refused = (field: string, message: RegExp) => ({
  status: 422,
  body: { code: 'validation', errors: { [field]: [expect.stringMatching(message)] } },
});
const secretsOf = async (id: number) => {
  const row = await findWebhook(lab.db, id);
  if (!row) throw new Error(`no webhook ${id}`);
  return signingSecrets(SEALER, row, clock.now());
};
const linesOf = async (who: GivenAccount) => {
  const lines = lab.db.selectFrom('audit_log').select('action').where('account_id', '=', who.accountId).orderBy('id');
  return (await lines.execute()).map(({ action }) => action);
};

test('a webhook is created with a secret that is shown once, read, changed and deleted, with an event for each', async () => {
  await givenServer(lab.db, { accountId: me.accountId });
  const before = await lastEventId(lab.db, me.accountId);
  const made = await create({ url: URL_, name: 'billing', event_types: ['server', 'order'] });
  const { secret, ...shown } = made.body;
  expect(made.status).toBe(201);
  expect(shown).toEqual({
    ...{ id: expect.any(Number), url: 'https://hooks.example.com/a?b=c', name: 'billing', event_types: ['server', 'order'] },
    ...{ enabled: true, disabled_reason: null, failing_since: null, previous_secret_until: null },
    created_at: '2027-01-31T12:00:00.000000Z',
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const params = { id: shown.id };
  expect(await secretsOf(shown.id)).toEqual([secret]);
  // The database contains neither the secret nor parts of it.
  const { rows } = await lab.pool.query('select w::text as row from webhooks w');
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret.slice(6)).toString('hex'));
  // Earlier events are not sent to the new webhook.
  expect(await findWebhook(lab.db, shown.id)).toMatchObject({ position: before, host: 'hooks.example.com' });
  expect((await lab.call('listWebhooks', {}, me)).body.data).toEqual([shown]);
  expect((await lab.call('getWebhook', { params }, me)).body).toEqual(shown);
  const changed = await lab.call('updateWebhook', { params, body: { name: '', event_types: [] } }, me);
  expect(changed).toMatchObject({ status: 200, body: { ...shown, name: '', event_types: [] } });
  expect(changed.text).not.toContain('secret"');
  expect(await lab.call('deleteWebhook', { params }, me)).toMatchObject({ status: 204 });
  expect(await lab.call('getWebhook', { params }, me)).toMatchObject({ status: 404 });
  expect(await linesOf(me)).toEqual(['createWebhook', 'updateWebhook', 'deleteWebhook']);
  const events = lab.db.selectFrom('events').select(['change', 'data']).where('resource_kind', '=', 'webhook').orderBy('id');
  expect(await events.where('account_id', '=', me.accountId).execute()).toEqual([
    { change: 'created', data: { status: 'enabled' } },
    { change: 'updated', data: { status: 'enabled' } },
    { change: 'deleted', data: { status: 'enabled' } },
  ]);
});

test('limits the webhooks of an account, also for concurrent requests', async () => {
  const replies = await Promise.all(Array.from({ length: 6 }, () => create()));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422]);
  expect(replies.find(({ status }) => status === 422)).toMatchObject({
    body: { code: 'wrong_state', message: expect.stringMatching(/at most 3/) },
  });
});

test.each([
  ['http://example.com/', /https/],
  ['https://10.0.0.1/', /not public/],
  ['https://[::1]/', /not public/],
  ['https://localhost/', /not public/],
  ['https://169.254.169.254/', /not public/],
  ['https://user:word@example.com/', /user name/],
  ['https://example.com:22/', /port/],
  ['http://127.0.0.1:8081/', /https/],
  ['nothing', /URL/],
])('refuses to send to %s', async (url, why) => {
  expect(await create({ url })).toMatchObject(refused('url', why));
  const { id } = await givenWebhook(lab.db, me);
  expect(await lab.call('updateWebhook', { params: { id }, body: { url } }, me)).toMatchObject(refused('url', why));
});

test('allows http only where the operator does, and each kind of event once, from a fixed list', async () => {
  expect(await create({ url: 'http://127.0.0.1:8080/' })).toMatchObject({ status: 201 });
  expect(await create({ url: URL_, event_types: ['weather'] })).toMatchObject({ status: 422 });
  expect(await create({ url: URL_, event_types: ['order', 'order'] })).toMatchObject(refused('event_types', /twice/));
});

test('a new secret signs in addition to the previous one until the overlap ends', async () => {
  const { id, secret: first } = (await create()).body;
  const params = { id };
  const second = (await lab.call('rotateWebhookSecret', { params }, me)).body;
  expect(second.previous_secret_until).toBe('2027-02-01T12:00:00.000000Z');
  expect(await secretsOf(id)).toEqual([second.secret, first]);
  now += days(1) - 1;
  expect(await secretsOf(id)).toEqual([second.secret, first]);
  now += 1;
  expect(await secretsOf(id)).toEqual([second.secret]);
  const third = (await lab.call('rotateWebhookSecret', { params, body: { overlap_minutes: 10 } }, me)).body;
  const fourth = (await lab.call('rotateWebhookSecret', { params, body: { overlap_minutes: 0 } }, me)).body;
  expect(await secretsOf(id)).toEqual([fourth.secret]);
  expect(fourth.previous_secret_until).toBeNull();
  expect(new Set([first, second.secret, third.secret, fourth.secret]).size).toBe(4);
});

test('disabling fails the waiting deliveries; re-enabling delivers only later events', async () => {
  const webhook = await givenWebhook(lab.db, me, { position: 0n });
  const { key } = await givenDelivery(lab.db, webhook);
  const params = { id: webhook.id };
  const disabled = await lab.call('updateWebhook', { params, body: { enabled: false } }, me);
  expect(disabled.body).toMatchObject({ enabled: false, disabled_reason: 'customer' });
  const shown = await lab.call('getEventDelivery', { params: { ...params, delivery: key } }, me);
  expect(shown.body).toMatchObject({ status: 'failed', next_try_at: null, attempts: [], answer: null, body: '{"type":"test"}' });
  for (const name of ['testWebhook', 'replayEventDelivery'] as const)
    expect(await lab.call(name, { params: { ...params, delivery: key } }, me)).toMatchObject({
      status: 422,
      body: { code: 'wrong_state', message: expect.stringMatching(/disabled/) },
    });
  await givenServer(lab.db, { accountId: me.accountId });
  const last = await lastEventId(lab.db, me.accountId);
  await lab.call('updateWebhook', { params, body: { enabled: true } }, me);
  expect(await findWebhook(lab.db, webhook.id)).toMatchObject({ status: 'enabled', disabled_reason: null, position: last });
  const replayed = await lab.call('replayEventDelivery', { params: { ...params, delivery: key } }, me);
  expect(replayed).toMatchObject({ status: 200, body: { id: key, status: 'pending', tries: 0, ended_at: null } });
});

test('lists deliveries newest first, by status, without those of another webhook', async () => {
  const [webhook, other] = [await givenWebhook(lab.db, me), await givenWebhook(lab.db, me)];
  const ended = { status: 'delivered' as const, ended_at: clock.now() };
  const first = await givenDelivery(lab.db, webhook, { ...ended, event_type: 'order', event_id: 7n });
  const tested = (await lab.call('testWebhook', { params: { id: webhook.id } }, me)).body;
  expect(tested).toMatchObject({ event_type: 'test', event_id: null, status: 'pending', tries: 0 });
  const params = { id: webhook.id };
  const ids = async (query: Record<string, string> = {}) =>
    (await lab.call('listEventDeliveries', { params, query }, me)).body.data.map(({ id }: { id: string }) => id);
  expect(await ids()).toEqual([tested.id, first.key]);
  expect(await ids({ 'filter[status]': 'delivered' })).toEqual([first.key]);
  expect(await ids({ 'filter[status]': 'failed' })).toEqual([]);
  const there = { params: { id: other.id, delivery: first.key } };
  expect(await lab.call('getEventDelivery', there, me)).toMatchObject({ status: 404 });
  const another = await givenAccount(lab.db);
  expect(await lab.call('getEventDelivery', { params: { ...params, delivery: first.key } }, another)).toMatchObject({
    status: 403,
  });
});

test('refuses a test while a thousand events are pending', async () => {
  const webhook = await givenWebhook(lab.db, me);
  const waiting = Array.from({ length: 1_000 }, () => ({
    ...{ account_id: me.accountId, webhook_id: webhook.id, event_type: 'order', body: '{}' },
    ...{ next_try_at: clock.now(), created_at: clock.now() },
  }));
  await lab.db.insertInto('event_deliveries').values(waiting).execute();
  expect(await lab.call('testWebhook', { params: { id: webhook.id } }, me)).toMatchObject({
    status: 422,
    body: { code: 'wrong_state', message: expect.stringMatching(/1000 pending deliveries/) },
  });
  now += minutes(1);
});

test('a session needs recent proof to choose where events go, but not for other changes', async () => {
  const { headers } = await givenSession(lab.db, me, new Date(now - minutes(16)));
  const old = { status: 403, body: { code: 'reauthentication_required' } };
  expect(await lab.call('createWebhook', { body: { url: URL_ } }, { headers })).toMatchObject(old);
  const params = { id: (await create()).body.id };
  const change = (body: object, by: object = { headers }) => lab.call('updateWebhook', { params, body }, by);
  expect(await change({ url: 'https://elsewhere.example/' })).toMatchObject(old);
  expect(await change({ name: 'renamed', enabled: false })).toMatchObject({ status: 200, body: { name: 'renamed' } });
  expect(await change({ url: 'https://elsewhere.example/' }, me)).toMatchObject({ status: 200 });
  const recent = (await givenSession(lab.db, me, new Date(now))).headers;
  expect(await change({ url: URL_ }, { headers: recent })).toMatchObject({ status: 200 });
});

/** Tests wrong promo codes: at most ten a minute for each account, across all requests that contain one. Valid codes do not count. */
import { seconds } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { renewalHelpers } from '../renewals/given-renewing.ts';

const start = Date.parse('2027-02-21T00:00:00Z');
let now = start;
const clock = { now: () => new Date(now) };
let lab: Lab;
let me: GivenAccount;
let server: number;
let order: number;
let image: number;
beforeAll(async () => {
  lab = await openLab({ clock });
  await givenNode(lab.db);
  const codes = [
    { code: 'RIGHT', percentage: 10 },
    { code: 'LONG', percentage: 10, minimum_billing_cycle: 12 },
    { code: 'OFF', percentage: 10, disabled_at: new Date(start) },
  ].map((code) => ({ ...code, applies_to: 'both' as const }));
  await lab.db.insertInto('promo_codes').values(codes).execute();
  image = (await lab.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow()).id;
});
afterAll(() => lab.close());
beforeEach(async () => {
  now = start;
  me = await givenAccount(lab.db);
  server = await renewalHelpers(lab, clock).server(me.accountId);
  const body = { server_ids: [server], billing_cycle: 1 };
  order = (await lab.call('renewServers', { body }, me)).body.id;
});

const dry = { query: { dry_run: 'true' } };
const renewal = (promo_code?: string) => ({
  body: { server_ids: [server], billing_cycle: 1, ...(promo_code && { promo_code }) },
});
const line = () => ({ id: order, service_type: 'server', service_id: server });
const REQUESTS = {
  'a quote of a deploy': (promo_code: string) => {
    const body = { name: 'web-1', plan: 'nano', billing_cycle: 1, image_id: image, password: 'correct horse', promo_code };
    return lab.call('deployServer', { body, ...dry }, me);
  },
  'a quote of a renewal': (code: string) => lab.call('renewServers', { ...renewal(code), ...dry }, me),
  'the price of a renewal': (code: string) => lab.call('calculateServerRenewal', renewal(code), me),
  'a quote of a change': (promo_code: string) =>
    lab.call('updateOrder', { params: { id: order }, body: { promo_code }, ...dry }, me),
  'a change': (promo_code: string) => lab.call('updateOrder', { params: { id: order }, body: { promo_code } }, me),
  'a quote of a period': (promo_code: string) =>
    lab.call('changeRenewalPeriod', { params: line(), body: { billing_cycle: 1, promo_code }, ...dry }, me),
  'a period': (promo_code: string) =>
    lab.call('changeRenewalPeriod', { params: line(), body: { billing_cycle: 1, promo_code } }, me),
};
const guess = REQUESTS['the price of a renewal'];

test.each(Object.entries(REQUESTS))('%s counts wrong codes', async (_, ask) => {
  for (let n = 0; n < 10; n += 1) expect((await ask(n % 2 ? 'OFF' : `GUESS-${n}`)).body.errors).toHaveProperty('promo_code');
  const refused = await ask('GUESS-10');
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'rate_limited', '6']);
  // A valid code is throttled too, so that the status does not reveal its validity.
  expect((await ask('RIGHT')).status).toBe(429);
  expect((await guess('GUESS')).status).toBe(429);
  expect((await lab.call('calculateServerRenewal', renewal(), me)).status).toBe(200);
  now += seconds(6);
  expect((await ask('RIGHT')).status).toBeLessThan(300);
  expect((await ask('GUESS-11')).status).toBe(422);
  expect((await ask('GUESS-12')).status).toBe(429);
});

test('valid codes do not count, whether or not they lower the price, and each account has its own limit', async () => {
  for (let n = 0; n < 15; n += 1) {
    expect((await guess('RIGHT')).status).toBe(200);
    expect((await guess('LONG')).body.errors).toHaveProperty('promo_code');
  }
  for (let n = 0; n < 10; n += 1) expect((await guess('WRONG')).status).toBe(422);
  expect((await guess('WRONG')).status).toBe(429);
  me = await givenAccount(lab.db);
  server = await renewalHelpers(lab, clock).server(me.accountId);
  expect((await guess('WRONG')).status).toBe(422);
});

test('answers ten of many concurrent guesses', async () => {
  const statuses = (await Promise.all(Array.from({ length: 30 }, (_, n) => guess(`GUESS-${n}`)))).map(({ status }) => status);
  expect([statuses.filter((status) => status === 422).length, statuses.filter((status) => status === 429).length]).toEqual([
    10, 20,
  ]);
});

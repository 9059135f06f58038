/** Tests that a proxy that Innkeeper was not told of gets no sandbox money in a trial, and is reported elsewhere. */
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { alertUnknownProxy } from '@innkeeper/domain/alerts/unknown-proxy';
import { type Lab, type LabOptions, openLab } from '@innkeeper/lab/app';
import { openBuiltConsole } from '@innkeeper/lab/journeys/console-lab';
import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const PROXY = '127.0.0.9';
let now = Date.now();
const clock = { now: () => new Date(now) };
let trial: Lab;
let shop: Lab;
const open = async (refuses: boolean, options: LabOptions = {}): Promise<Lab> => {
  const lab: Lab = await openLab({
    ...options,
    ...{ clock, trustProxy: [PROXY], names: ['host.lan'] },
    unknownProxies: { refuses, report: (sign) => alertUnknownProxy(lab.api.db, sign) },
  });
  return lab;
};
beforeAll(async () => {
  [trial, shop] = await Promise.all([open(true, (await openBuiltConsole()).options), open(false)]);
});
afterAll(() => Promise.all([trial.close(), shop.close()]));

type Signed = [Record<string, string>, string?];
const SIGNS: Signed[] = [
  [{ forwarded: 'for=203.0.113.5' }],
  [{ via: '1.1 proxy' }],
  [{ 'x-forwarded-for': '127.0.0.1' }],
  [{ 'x-forwarded-for': '' }],
  [{ 'X-Forwarded-Proto': 'https' }],
  [{ 'x-forwarded-anything': '1' }],
  [{ 'x-real-ip': '203.0.113.5' }],
  [{ 'cf-connecting-ip': '203.0.113.5' }],
  [{ 'true-client-ip': '203.0.113.5' }],
  [{ host: 'shop.example' }],
  [{ host: 'shop.example:7080' }],
  [{ host: 'localhost.shop.example' }],
  [{ host: '198.51.100.9' }],
  [{ via: '1.1 proxy' }, '::1'],
  [{ via: '1.1 proxy' }, '::ffff:127.0.0.1'],
];
const UNSIGNED: Signed[] = [
  [{}],
  [{ host: 'localhost:7080' }],
  [{ host: '127.0.0.1:7080' }],
  [{ host: '[::1]:7080' }, '::1'],
  [{ host: 'HOST.lan' }],
  [{ forwardedish: '1', 'x-real-ip-of': '1' }],
];
const read = (lab: Lab, [headers, remoteAddress]: Signed, url = '/v1/countries') =>
  lab.send({ url, headers, ...(remoteAddress && { remoteAddress }) });
const REFUSED = { status: 421, body: { code: 'unknown_proxy', message: expect.stringContaining('--trust-proxy') } };

describe('in a trial', () => {
  it.each(SIGNS)('a request with %j is 421', async (...signed) => {
    expect(await read(trial, signed)).toMatchObject(REFUSED);
  });

  it.each(UNSIGNED)('a request with %j is served', async (...unsigned) => {
    expect(await read(trial, unsigned)).toMatchObject({ status: 200 });
  });

  it.each([
    ['GET', '/'],
    ['GET', '/servers'],
    ['GET', '/docs'],
    ['GET', '/openapi.json'],
    ['GET', '/console'],
    ['GET', '/nowhere'],
    ['POST', '/v1/sign-ups'],
    ['POST', '/webhooks/sandbox'],
    ['GET', '/v1/operator/alerts'],
  ] as const)('%s %s is refused as well', async (method, url) => {
    const reply = await trial.send({ method, url, headers: { via: '1.1 proxy' } });
    expect(reply).toMatchObject(REFUSED);
  });

  it('a client of a trusted proxy is served', async () => {
    const headers = { host: 'shop.example', 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': 'https' };
    expect(await read(trial, [headers, PROXY])).toMatchObject({ status: 200 });
  });

  it('opens no alert, because the reply says it', async () => {
    expect(await openAlerts(trial.db)).toEqual([]);
  });
});

describe('in any other home', () => {
  beforeEach(async () => {
    now += minutes(11);
    await shop.db.deleteFrom('operator_alerts').execute();
  });
  const alerts = async () => (await openAlerts(shop.db)).map(({ kind, message }) => ({ kind, message }));

  it.each(SIGNS)('a request with %j is served, and opens one alert', async (...signed) => {
    for (let i = 0; i < 3; i += 1) expect(await read(shop, signed)).toMatchObject({ status: 200 });
    await vi.waitFor(async () => expect(await alerts()).toHaveLength(1), { timeout: 20_000 });
    expect(await alerts()).toMatchObject([{ kind: 'unknown_proxy', message: expect.stringContaining('--trust-proxy') }]);
  });

  it('requests of this machine and of a trusted proxy open none', async () => {
    for (const unsigned of UNSIGNED) await read(shop, unsigned);
    await read(shop, [{ host: 'shop.example', 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': 'https' }, PROXY]);
    // Another report would be quiet for 10 minutes after one of these.
    await read(shop, [{ via: '1.1 proxy' }]);
    await vi.waitFor(async () => expect(await alerts()).toHaveLength(1), { timeout: 20_000 });
    expect(await alerts()).toMatchObject([{ message: expect.stringContaining('the header via') }]);
  });
});

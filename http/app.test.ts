import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Lab, openLab } from '@innkeeper/lab/app';
import { openTestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { Failure } from '@innkeeper/model/failures';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

let lab: Lab;
let account: GivenAccount;
/** Balance reply of a new account. */
const NOTHING = {
  balance: 0,
  balance_limit: 0,
  estimated_expenses: 0,
  shortfall: 0,
  currency: 'EUR',
  has_valid_card: false,
  last_deposit: null,
  unconfirmed_bitcoin_deposits: [],
  covered_until: null,
  card_charged_at: null,
};
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const keep = (line: unknown) => void lines.push(line as Record<string, unknown>);
  lab = await openLab({ log: { info: keep, warn: keep, error: keep } });
  account = await givenAccount(lab.db, { funds: 1000n });
});
afterAll(() => lab.close());

describe('every reply', () => {
  it("has the client's request id if it is a UUID, and otherwise a new one", async () => {
    const id = 'F47AC10B-58CC-4372-A567-0E02B2C3D479';
    const kept = await lab.call('getBalance', {}, { ...account, headers: { 'x-request-id': id } });
    expect(kept.headers['x-request-id']).toBe(id);
    const made = await lab.call('getBalance', {}, { ...account, headers: { 'x-request-id': 'mine\u00e4' } });
    expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('forbids MIME sniffing, caching and framing', async () => {
    const { headers } = await lab.call('getBalance', {}, account);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).not.toHaveProperty('strict-transport-security');
  });
});

describe('paths and methods', () => {
  it('an unknown path is 404, with and without a token, and shows the limit of the caller', async () => {
    const without = await lab.send({ url: '/v1/nowhere' });
    expect(without).toMatchObject({ status: 404, body: { code: 'unknown_path' } });
    const limits = await openLab({ requestsPerAddress: 30, settings: { requestsPerMinute: 7 } });
    const { token } = await givenAccount(limits.db);
    const headers = { authorization: `Bearer ${token}` };
    expect((await limits.send({ url: '/nowhere', headers })).headers['x-ratelimit-limit']).toBe('7');
    expect((await limits.send({ url: '/nowhere' })).headers['x-ratelimit-limit']).toBe('30');
    await limits.close();
  });

  it('ignores one slash at the end of a path', async () => {
    const headers = { authorization: `Bearer ${account.token}` };
    const urls = ['/v1/plans/', '/v1/plans/?page=1', '/v1/plans//', '/v1//', '/v1/plans?page=1/'];
    const statuses = await Promise.all(urls.map(async (url) => (await lab.send({ url, headers })).status));
    expect(statuses).toEqual([200, 200, 404, 404, 422]);
  });

  it.each(['/v1/serv%zzers', '/v1/%', `/v1/servers/${'9'.repeat(300)}`, '/v1/servers/1%2F2'])('%s is 404', async (url) => {
    const reply = await lab.send({ url, headers: { authorization: `Bearer ${account.token}` } });
    expect(reply.status).toBe(404);
    expect(reply.headers).toHaveProperty('x-ratelimit-limit');
  });

  it('a known path with another method is 405, and lists its methods', async () => {
    const put = await lab.send({ method: 'PUT', url: '/v1/servers' });
    expect(put).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(put.headers.allow).toBe('GET, POST, HEAD, OPTIONS');
    expect((await lab.send({ method: 'GET', url: '/v1/orders/pay' })).headers.allow).toBe('POST, OPTIONS');
  });

  it('OPTIONS lists the methods, and HEAD is GET without a body', async () => {
    const options = await lab.send({ method: 'OPTIONS', url: '/v1/servers/5' });
    expect(options).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } });
    const head = await lab.send({ method: 'HEAD', url: '/v1/plans', headers: { authorization: `Bearer ${account.token}` } });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(Number(head.headers['content-length'])).toBeGreaterThan(100);
  });

  it('health checks, the OpenAPI document and its page need no token', async () => {
    expect(await lab.send({ url: '/healthz' })).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await lab.send({ url: '/readyz' })).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect((await lab.send({ url: '/v1/openapi.json' })).body).toMatchObject({ openapi: '3.1.1' });
    const docs = await lab.send({ url: '/docs' });
    expect(docs).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(docs.headers).toHaveProperty('x-ratelimit-limit');
  });
});

describe('a health check', () => {
  it('counts against the limit of its address, also over plain HTTP', async () => {
    const limited = await openLab({ requestsPerAddress: 2 });
    const ask = async (url: string) => {
      const { status, headers } = await limited.send({ url, remoteAddress: '192.0.2.1' });
      return [status, headers['x-ratelimit-remaining']];
    };
    expect([await ask('/healthz'), await ask('/readyz'), await ask('/readyz'), await ask('/healthz')]).toEqual([
      [200, '1'],
      [200, '0'],
      [429, '0'],
      [429, '0'],
    ]);
    await limited.close();
  });

  it('queries the database once for all concurrent requests', async () => {
    const database = await openTestDatabase();
    const select = vi.spyOn(database.db, 'selectFrom');
    const own = await openLab({ db: database.db });
    const asked = Array.from({ length: 50 }, () => own.send({ url: '/readyz' }));
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
    expect((await own.send({ url: '/readyz' })).status).toBe(200);
    // The database is polled once a second. On a busy machine, all requests together may take longer than that.
    expect(select).toHaveBeenCalled();
    expect(select.mock.calls.length).toBeLessThan(5);
    await own.close();
    await database.close();
  });
});

describe('links', () => {
  const linksOf = async (at: Lab, { token }: GivenAccount, request: object) => {
    const { body } = await at.send({ url: '/v1/ssh-keys', headers: { authorization: `Bearer ${token}` }, ...request });
    return [body.meta.path, body.links.first];
  };

  it('use the host of the request, but never an unknown host', async () => {
    const authorization = `Bearer ${account.token}`;
    for (const host of ['evil.example', 'localhost.evil.example', '198.51.100.9']) {
      const [path] = await linksOf(lab, account, { headers: { host, authorization } });
      expect(path, host).toBe('http://localhost/v1/ssh-keys');
    }
    expect(await linksOf(lab, account, { headers: { host: 'localhost:7080', authorization } })).toEqual([
      'http://localhost:7080/v1/ssh-keys',
      'http://localhost:7080/v1/ssh-keys?page=1',
    ]);
  });

  it('never use an unknown host of a target in absolute form', async () => {
    const server = await openLab({ names: ['api.example.com'] });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const { token } = await givenAccount(server.db);
    const at = async (target: string) => {
      const text = await new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`),
        );
        let received = '';
        socket
          .on('data', (data) => (received += data))
          .on('end', () => resolve(received))
          .on('error', reject);
      });
      return JSON.parse(text.split('\r\n\r\n')[1] ?? '').links.first;
    };
    expect(await at('http://evil.example/v1/ssh-keys')).toBe(`http://127.0.0.1:${port}/v1/ssh-keys?page=1`);
    expect(await at('http://api.example.com/v1/ssh-keys?per_page=5')).toBe(
      'http://api.example.com/v1/ssh-keys?per_page=5&page=1',
    );
    await server.close();
  });
});

describe('transport', () => {
  const from = (remoteAddress: string, headers = {}) => ({ url: '/v1/plans', remoteAddress, headers });

  it('plain HTTP is for this machine only', async () => {
    const refused = await lab.send(from('192.0.2.1'));
    expect(refused).toMatchObject({ status: 426, body: { code: 'insecure_transport' } });
    expect(refused.headers).toHaveProperty('x-ratelimit-limit');
    expect(refused.headers).toHaveProperty('x-ratelimit-remaining');
    expect((await lab.send(from('::ffff:127.0.0.1'))).status).toBe(401);
    // This proxy is not trusted, so its headers are ignored.
    expect((await lab.send(from('192.0.2.1', { 'x-forwarded-proto': 'https' }))).status).toBe(426);
    expect((await lab.send(from('127.0.0.1', { 'x-forwarded-for': '192.0.2.9' }))).status).toBe(401);
  });

  it('a trusted proxy reports the scheme and address of its client', async () => {
    const proxied = await openLab({ trustProxy: ['192.0.2.1', '127.0.0.1'] });
    const client = { 'x-forwarded-for': '203.0.113.5' };
    const secure = await proxied.send(from('192.0.2.1', { ...client, 'x-forwarded-proto': 'https' }));
    expect(secure.status).toBe(401);
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await proxied.send(from('192.0.2.1', { ...client, 'x-forwarded-proto': 'http' }))).status).toBe(426);
    // A proxy on this machine does not make its clients local, whatever addresses it reports.
    for (const heard of ['203.0.113.5', '127.evil', '127.1', 'unknown', '127.0.0.1, 203.0.113.5', '']) {
      const reply = await proxied.send(from('127.0.0.1', { 'x-forwarded-for': heard }));
      expect(reply.status, heard).toBe(426);
    }
    await proxied.close();
  });
});

describe('an internal error', () => {
  it('is 500 without details, and writes one log line with the request id', async () => {
    // Use a separate app, because lines about requests of earlier tests can arrive a second later.
    const errors: unknown[] = [];
    const broken = await openLab({
      log: { info: () => {}, warn: () => {}, error: (line: unknown) => void errors.push(line) },
      checkReplies: undefined,
      useCases: { getBalance: () => Promise.reject(new Error('the secret is out')) },
    });
    const { token } = await givenAccount(broken.db);
    const reply = await broken.call('getBalance', {}, { token });
    expect(reply).toMatchObject({
      status: 500,
      body: {
        code: 'internal',
        message: 'An internal error occurred. Try again. If the error persists, send the request_id to support.',
      },
    });
    expect(reply.text).not.toContain('secret');
    expect(errors).toMatchObject([{ requestId: reply.body.request_id, err: { message: 'the secret is out' } }]);
    await broken.close();
  });

  it('an unavailable database is 503 with Retry-After', async () => {
    const gone = await openLab({
      checkReplies: undefined,
      useCases: {
        getBalance: () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' })),
        listOrders: () => Promise.reject(new Failure('unavailable')),
      },
    });
    const { token } = await givenAccount(gone.db);
    const reply = await gone.call('getBalance', {}, { token });
    expect(reply).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '5' } });
    expect((await gone.call('listOrders', {}, { token })).status).toBe(503);
    await gone.close();
  });

  it('a reply against its contract fails in tests', async () => {
    const liar = await openLab({
      useCases: {
        getBalance: async (cx) => ({ ...NOTHING, balance: cx.actor.accountId + 0.001 }),
        listOrders: () => Promise.reject(new Failure('no_capacity')),
        listServerImages: async () => {
          throw new Error('boom');
        },
      },
    });
    const { token } = await givenAccount(liar.db);
    await expect(liar.call('getBalance', {}, { token })).rejects.toThrow(/getBalance: replied against its schema/);
    await expect(liar.call('listOrders', {}, { token })).rejects.toThrow(/no_capacity, which it does not list/);
    await expect(liar.call('listServerImages', {}, { token })).rejects.toThrow('listServerImages: failed');
    await liar.close();
  });

  it('a handler that never reads the caller fails in tests', async () => {
    const careless = await openLab({
      useCases: {
        addSshKey: async () => ({ id: 1, name: 'any', fingerprint: 'aa', key: 'ssh-rsa', servers: [] }),
      },
    });
    const { token } = await givenAccount(careless.db);
    await expect(careless.call('addSshKey', { body: { name: 'any', key: 'any' } }, { token })).rejects.toThrow(
      'never asked who calls',
    );
    await careless.close();
  });
});

it('the log has one line per request and no secrets', async () => {
  // Use a separate account, because the line of another test's last request may arrive late.
  const own = await givenAccount(lab.db);
  await lab.call('addSshKey', { body: { name: 'a secret name', key: 'no key' } }, own);
  await lab.call('listServers', { query: { 'filter[search]': 'private' } }, own);
  const ofOwn = () => lines.filter((line) => line.account === own.accountId);
  await vi.waitFor(() => expect(ofOwn()).toHaveLength(2));
  expect(ofOwn()).toMatchObject([
    { method: 'POST', path: '/v1/ssh-keys', operation: 'addSshKey', status: 422, code: 'validation' },
    { method: 'GET', path: '/v1/servers', operation: 'listServers', status: 200, ip: '127.0.0.1' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`secret|private|${own.token}`));
});

describe('log lines about refused requests', () => {
  const openLog = () => {
    const [kept, apart]: [Record<string, unknown>[], Record<string, unknown>[]] = [[], []];
    const into = (list: Record<string, unknown>[]) => (line: unknown) => void list.push(line as Record<string, unknown>);
    const logTo = (list: Record<string, unknown>[]) => ({ info: into(list), warn: into(list), error: into(list) });
    return { kept, apart, log: logTo(kept), refusals: logTo(apart) };
  };

  it('are at most one per address and second, in a separate log, with truncated paths', async () => {
    const { kept, apart, ...logs } = openLog();
    const server = await openLab(logs);
    const { token } = await givenAccount(server.db);
    for (let i = 0; i < 50; i += 1) await server.send({ url: `/v1/${'x'.repeat(15_000)}${i}` });
    for (const url of ['/healthz', '/v1/plans', '/docs']) await server.send({ url, remoteAddress: '127.0.0.2' });
    await server.call('listPlans', {}, { token });
    await server.close();
    expect(kept).toMatchObject([{ operation: 'listPlans' }]);
    const counted = apart.reduce((sum, line) => sum + 1 + Number(line.omitted ?? 0), 0);
    expect(counted).toBe(53);
    expect(apart.length).toBeLessThan(53);
    for (const line of apart) expect(JSON.stringify(line).length).toBeLessThan(500);
    expect(apart[0]).toMatchObject({ code: 'unknown_path', status: 404, ip: '127.0.0.1' });
  });

  it('are at most one per account and second beyond its limit', async () => {
    const { kept, apart, ...logs } = openLog();
    const server = await openLab({ ...logs, settings: { requestsPerMinute: 3 } });
    const { token, accountId } = await givenAccount(server.db);
    for (let i = 0; i < 40; i += 1) {
      await server.send({ url: '/v1/plans', remoteAddress: `127.0.1.${i}`, headers: { authorization: `Bearer ${token}` } });
    }
    await server.close();
    expect(kept).toHaveLength(3);
    expect(apart.length).toBeLessThan(37);
    expect(apart[0]).toMatchObject({ account: accountId, code: 'rate_limited', omitted: expect.any(Number) });
  });

  it('include at most one warning per second about an unavailable database', async () => {
    const { kept, apart, ...logs } = openLog();
    const away = () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }));
    const server = await openLab({ ...logs, checkReplies: undefined, useCases: { getBalance: away } });
    const { token } = await givenAccount(server.db);
    for (let i = 0; i < 30; i += 1) await server.call('getBalance', {}, { token });
    await server.close();
    const warnings = kept.filter((line) => 'err' in line);
    expect(warnings.length).toBeLessThan(30);
    expect(warnings[0]).toMatchObject({ err: { message: 'terminating connection' } });
    expect(apart).toEqual([]);
  });
});

describe('on a socket', () => {
  it('bytes that are not a request get our error body and headers', async () => {
    const server = await openLab();
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('HELLO\r\n\r\n'));
      let received = '';
      socket
        .on('data', (data) => (received += data))
        .on('end', () => resolve(received))
        .on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toMatch(/x-ratelimit-remaining: \d+/);
    expect(text).toMatch(/"code":"malformed_request","request_id":"[0-9a-f-]{36}"/);
    await server.close();
  });

  it('closing finishes running requests, and refuses new ones', async () => {
    let finish = (): void => {};
    let began = (): void => {};
    const running = new Promise<void>((resolve) => (began = resolve));
    const server = await openLab({
      useCases: {
        getBalance: async (cx) => {
          began();
          await new Promise<void>((resolve) => (finish = resolve));
          return { ...NOTHING, balance: cx.actor.accountId };
        },
      },
    });
    const { token, accountId } = await givenAccount(server.db);
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const reply = new Promise<string>((resolve) => {
      const request = httpRequest({
        port,
        host: '127.0.0.1',
        path: '/v1/balance',
        headers: { authorization: `Bearer ${token}` },
      });
      request.on('response', (response) => {
        let text = '';
        response.on('data', (data) => (text += data)).on('end', () => resolve(text));
      });
      request.end();
    });
    await running;
    const closed = server.app.close();
    await new Promise((resolve) => setImmediate(resolve));
    const late = await server.app.inject({ url: '/v1/plans' }).catch((error: Error) => error);
    if (!(late instanceof Error)) expect(late.statusCode).toBe(503);
    finish();
    expect(JSON.parse(await reply).balance).toBe(accountId);
    await closed;
    await server.close();
  });
});

/** Tests the HTTP server with misbehaving clients on real sockets and time limits of milliseconds. */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { METHODS } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { certificateFor } from '@innkeeper/apps/transport/certificate';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Lab, openLab } from '../app.ts';
import { formOf, partsOf } from '../form.ts';
import { type GivenAccount, givenAccount } from '../given.ts';

const TIMINGS = {
  handshakeMs: 200,
  headMs: 200,
  requestMs: 400,
  formMs: 60_000,
  formStallMs: 4_000,
  keepAliveMs: 200,
  idleMs: 60_000,
  lingerMs: 100,
  checkIntervalMs: 50,
};

/** Labs with HTTP and HTTPS, and short time limits. */
let plain: Lab;
let secure: Lab;
/** Lab with the time limits of production, which a busy machine does not reach. */
let lab: Lab;
let account: GivenAccount;
let late: GivenAccount;
let directory: string;
const lines: Record<string, unknown>[] = [];
const opened: Socket[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-sockets-'));
  const https = await certificateFor({ kind: 'self-signed' }, directory, new Date());
  const keep = (line: unknown) => void lines.push(line as Record<string, unknown>);
  const log = { info: keep, warn: keep, error: keep };
  lab = await openLab({ log });
  plain = await openLab({ serverTimings: TIMINGS, log });
  secure = await openLab({ serverTimings: TIMINGS, ...(https && { https }) });
  for (const { app } of [lab, plain, secure]) await app.listen({ port: 0, host: '127.0.0.1' });
  account = await givenAccount(lab.db);
  late = await givenAccount(plain.db);
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});
afterAll(async () => {
  await lab.close();
  await plain.close();
  await secure.close();
  await rm(directory, { recursive: true });
});

interface Line {
  socket: Socket;
  /** All text received so far. */
  text(): string;
  /** Resolves with all text when the server has ended or reset the connection. The client's side stays open. */
  over: Promise<string>;
}

/** Opens a connection that this side never closes. */
async function dial({ app }: Lab, options: { tls?: boolean; from?: string } = {}): Promise<Line> {
  const { port } = app.server.address() as AddressInfo;
  const raw = connect({ port, host: '127.0.0.1', allowHalfOpen: true, ...(options.from && { localAddress: options.from }) });
  opened.push(raw);
  raw.on('error', () => {});
  const socket: Socket = options.tls ? connectTls({ socket: raw, rejectUnauthorized: false }) : raw;
  if (options.tls) opened.push(socket);
  let text = '';
  const over = new Promise<string>((resolve) => {
    socket.on('data', (data) => (text += data));
    for (const event of ['end', 'close']) socket.once(event, () => resolve(text));
    socket.on('error', () => resolve(text));
  });
  await new Promise<void>((resolve) => {
    socket.once(options.tls ? 'secureConnect' : 'connect', () => resolve());
    socket.once('close', () => resolve());
  });
  return { socket, text: () => text, over };
}

/** Waits long enough for a busy machine. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 20 });

const connections = ({ app }: Lab) => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
const nobody = (lab: Lab) => eventually(async () => expect(await connections(lab)).toBe(0));

const HOST = 'Host: localhost\r\n';
const WEBSOCKET =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
const request = (line: string, headers = HOST, body = '') => `${line} HTTP/1.1\r\n${headers}\r\n${body}`;
const authorized = (by = account) => `${HOST}Authorization: Bearer ${by.token}\r\nContent-Type: application/json\r\n`;

/** Splits the received text into replies, in order. */
function replies(text: string) {
  return text
    .split(/(?=HTTP\/1\.1 \d{3})/)
    .filter(Boolean)
    .map((reply) => {
      const [head = '', body = ''] = reply.split('\r\n\r\n');
      const [first = '', ...rest] = head.split('\r\n');
      const headers = Object.fromEntries(rest.map((one) => [one.split(': ', 1)[0]?.toLowerCase(), one.replace(/^[^:]*: /, '')]));
      return { status: Number(first.split(' ')[1]), headers, body };
    });
}

/** Sends one byte every few milliseconds until the server closes the connection. */
function drip(socket: Socket): void {
  const timer = setInterval(() => (socket.writable ? socket.write('a') : clearInterval(timer)), 10);
  socket.once('close', () => clearInterval(timer));
}

/** Bytes that clients send, and whether more follow one at a time. */
const HOLDERS: Record<string, [bytes: string, dripping?: 'dripping']> = {
  'says nothing': [''],
  'ends in the head': ['GET / HTTP/1.1\r\nX: '],
  'has a head that never ends': ['GET / HTTP/1.1\r\nX: ', 'dripping'],
  'has a body that never ends': [request('POST /v1/orders/pay', `${HOST}Content-Length: 100000\r\n`, '{'), 'dripping'],
  'stays after an answer': [request('GET /v1/plans')],
  'stays after the last answer': [request('GET /v1/plans', `${HOST}Connection: close\r\n`)],
  'sent no request': ['HELLO\r\n\r\n'],
  'goes on sending none': ['HELLO\r\n\r\n', 'dripping'],
  'has too large a head': [request('GET /', `${HOST}X: ${'a'.repeat(20_000)}\r\n`)],
  'was refused an upgrade': [request(`GET /v1/console/${'x'.repeat(43)}`, HOST + WEBSOCKET)],
  'was refused an upgrade, and goes on': [request(`GET /v1/console/${'x'.repeat(43)}`, HOST + WEBSOCKET), 'dripping'],
  'wants to upgrade a POST': [request('POST /v1/servers', HOST + WEBSOCKET)],
  'wants a tunnel': [request('CONNECT evil.example:443', 'Host: evil.example\r\n')],
};

it.each([
  ['plain', false],
  ['TLS', true],
])('over %s no client can keep a connection open indefinitely', async (_name, tls) => {
  const hurried = tls ? secure : plain;
  const held = new Set(Object.keys(HOLDERS));
  for (const [what, [bytes, dripping]] of Object.entries(HOLDERS)) {
    hurried.app.server.once('connection', (socket: Socket) => socket.once('close', () => held.delete(what)));
    const { socket } = await dial(hurried, { tls });
    socket.write(bytes);
    if (dripping) drip(socket);
  }
  await eventually(() => expect([...held]).toEqual([]));
  await nobody(hurried);
});

const formHead = (by: GivenAccount, type: string, bytes: number) =>
  `POST /v1/support/tickets HTTP/1.1\r\n${HOST}Authorization: Bearer ${by.token}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`;

it('a form has a longer time limit while data arrives; a stalled one is cut off and leaves no file', async () => {
  const file = { file: 'log.txt', content: Buffer.alloc(1_000_000, 'a') };
  const { payload, headers } = formOf(partsOf({ department_id: 1, subject: 'Slow', message: 'See the log.' }, [file]));
  const [slow, stalling] = [await dial(plain), await dial(plain)];
  for (const { socket } of [slow, stalling]) socket.write(formHead(late, headers['content-type'], payload.length));
  stalling.socket.write(payload.subarray(0, 500_000));
  for (let sent = 0; sent < payload.length; sent += 100_000) {
    slow.socket.write(payload.subarray(sent, sent + 100_000));
    await setTimeout(100);
  }
  await eventually(() => expect(replies(slow.text()).map(({ status }) => status)).toEqual([200]));
  expect(replies(await stalling.over)).toMatchObject([{ status: 408, body: expect.stringContaining('request_timeout') }]);
  const files = plain.db.selectFrom('ticket_attachments').select('bytes');
  expect(await files.execute()).toEqual([{ bytes: 1_000_000n }]);
  await eventually(async () => {
    const all = await readdir(plain.attachments, { recursive: true, withFileTypes: true });
    expect(all.filter((one) => one.isFile())).toHaveLength(1);
  });
});

it('a client that never finishes the TLS handshake is disconnected', async () => {
  const [mute, dripping, talking] = [await dial(secure), await dial(secure), await dial(secure)];
  dripping?.socket.write('\x16\x03\x01\x02\x00\x01\x00\x01\xfc');
  if (dripping) drip(dripping.socket);
  talking?.socket.write(request('GET /'));
  await mute?.over;
  await nobody(secure);
});

describe('a refusal by the HTTP parser has the usual format', () => {
  let from = 0;
  const refused: object[] = [];
  it.each<[string, () => string, number, string]>([
    ['bytes that are no request', () => 'HELLO\r\n\r\n', 400, 'malformed_request'],
    ['a head that is too large', () => request('GET /', `${HOST}X: ${'a'.repeat(20_000)}\r\n`), 431, 'headers_too_large'],
    ['a head that does not end', () => 'GET / HTTP/1.1\r\n', 408, 'request_timeout'],
    [
      'a body that does not end',
      () => request('POST /v1/ssh-keys', `${authorized(late)}Content-Length: 9\r\n`, '{'),
      408,
      'request_timeout',
    ],
    [
      'a body that is no chunk',
      () => request('POST /v1/ssh-keys', `${authorized()}Transfer-Encoding: chunked\r\n`, 'zz\r\n'),
      400,
      'malformed_request',
    ],
    ['a tunnel', () => request('CONNECT evil.example:443'), 405, 'method_not_allowed'],
    ['an expectation', () => request('GET /v1/plans', `${HOST}Expect: the-best\r\n`), 417, 'expectation_failed'],
    ['no Host', () => request('GET /v1/plans', ''), 400, 'malformed_request'],
    ['two Hosts', () => request('GET /v1/plans', 'Host: localhost\r\nHost: localhost\r\n'), 400, 'malformed_request'],
    ['a Host that is none', () => request('GET /v1/plans', 'Host: a b\r\n'), 400, 'malformed_request'],
    ['the Host of a target that is none', () => request('GET http://user@localhost:x/v1/plans'), 400, 'malformed_request'],
    ['all paths at once', () => request('OPTIONS *'), 404, 'unknown_path'],
    ['a POST that wants to be something else', () => request('POST /v1/servers', HOST + WEBSOCKET), 401, 'unauthenticated'],
    [
      'a console over HTTP/2',
      () => request('GET /v1/console/x', `${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n`),
      400,
      'malformed_request',
    ],
  ])('%s', async (_what, bytes, status, code) => {
    // The log writes at most one line a second for each address.
    from += 1;
    const ip = `127.0.2.${from}`;
    const { socket, text } = await dial(code === 'request_timeout' ? plain : lab, { from: ip });
    socket.write(bytes());
    await eventually(() => expect(text()).toContain(`"code":"${code}"`));
    const [reply] = replies(text());
    expect(reply).toMatchObject({ status, headers: { 'x-ratelimit-limit': expect.any(String) } });
    expect(reply?.headers).toHaveProperty('x-ratelimit-remaining');
    expect(reply?.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    expect(JSON.parse(reply?.body ?? '')).toMatchObject({ code, request_id: reply?.headers['x-request-id'] });
    refused.push({ status, code, ip });
  });

  it('writes a log line for each', async () => {
    const logged = () => lines.map(({ status, code, ip }) => ({ status, code, ip }));
    await eventually(() => expect(logged()).toEqual(expect.arrayContaining(refused)));
  });

  it('counts against the limit of its address', async () => {
    const limited = await openLab({ requestsPerAddress: 2 });
    await limited.app.listen({ port: 0, host: '127.0.0.1' });
    const seen: unknown[] = [];
    for (const bytes of ['HELLO\r\n\r\n', request('CONNECT a:1'), request('GET /', '')]) {
      const { socket, text } = await dial(limited);
      socket.write(bytes);
      await eventually(() => expect(text()).toContain('request_id'));
      const [reply] = replies(text());
      seen.push([reply?.status, reply?.headers['x-ratelimit-remaining']]);
    }
    expect(seen).toEqual([
      [400, '1'],
      [405, '0'],
      [429, '0'],
    ]);
    await limited.close();
  });

  it('unknown methods on an unknown path get 404', async () => {
    for (const method of METHODS.filter((one) => one !== 'CONNECT')) {
      const { socket, text } = await dial(lab);
      socket.write(request(`${method} /v1/nowhere`, `${HOST}Content-Length: 0\r\n`));
      await eventually(() => expect(text(), method).toMatch(/^HTTP\/1\.1 404 /));
      socket.destroy();
    }
  });
});

it('a reply that has begun is completed before a later request of the connection is refused', async () => {
  const { socket, over } = await dial(lab);
  socket.write(`${request('GET /v1/ssh-keys', authorized())}HELLO\r\n\r\n`);
  const all = replies(await over);
  expect(all).toHaveLength(1);
  expect(all[0]).toMatchObject({ status: 200 });
  expect(JSON.parse(all[0]?.body ?? '')).toMatchObject({ data: [] });
});

describe('upgrades', () => {
  const h2c = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
  const upgrade = request(`GET /v1/console/${'x'.repeat(43)}`, HOST + WEBSOCKET);

  it('that are not supported are ignored: the request is answered, and the connection closed', async () => {
    const get = await dial(lab);
    get.socket.write(request('GET /v1/ssh-keys', authorized() + h2c));
    expect(replies(await get.over)).toMatchObject([{ status: 200, headers: { connection: 'close' } }]);
    const post = await dial(lab);
    const body = JSON.stringify({ name: 'mine', key: 'no key' });
    post.socket.write(request('POST /v1/ssh-keys', `${authorized()}${h2c}Content-Length: ${body.length}\r\n`, body) + upgrade);
    const answered = replies(await post.over);
    expect(answered).toMatchObject([{ status: 422, headers: { connection: 'close' } }]);
    expect(JSON.parse(answered[0]?.body ?? '').errors).toHaveProperty('key');
  });

  it.each(['/v1/ssh-keys', '/healthz', '/readyz', '/docs'])(
    'behind %s, which waits for its reply, are refused without side effects',
    async (first) => {
      const { socket, over } = await dial(lab);
      socket.write(request(`GET ${first}`, authorized()) + upgrade);
      expect(replies(await over).map(({ status }) => status)).toEqual([200, 400]);
    },
  );
});

describe('a client that sends Expect: 100-continue', () => {
  const asking = (headers: string) => request('POST /v1/ssh-keys', `${headers}Expect: 100-continue\r\nContent-Length: 2\r\n`);

  it('is told to continue when its request is acceptable', async () => {
    const { socket, text } = await dial(lab);
    socket.write(asking(authorized()));
    await eventually(() => expect(text()).toBe('HTTP/1.1 100 Continue\r\n\r\n'));
    socket.write('{}');
    await eventually(() => expect(replies(text())[1]).toMatchObject({ status: 422 }));
  });

  it('is refused before it sends the body', async () => {
    const { socket, over } = await dial(lab);
    socket.write(asking(HOST));
    expect(replies(await over).map(({ status }) => status)).toEqual([401]);
  });
});

it('a client that does not read its replies is disconnected', async () => {
  const own = await openLab({ connectionTimings: { checkIntervalMs: 20, stalledMs: 200, bytesPerSecond: 100_000_000 } });
  await own.app.listen({ port: 0, host: '127.0.0.1' });
  const { socket } = await dial(own);
  socket.pause();
  socket.write(request('GET /docs/swagger-ui-bundle.js').repeat(20));
  await nobody(own);
  await own.close();
});

it('no client delays the shutdown of the process', async () => {
  const own = await openLab();
  await own.app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await givenAccount(own.db);
  const head = await dial(own);
  head.socket.write('GET / HTTP/1.1\r\nX: ');
  drip(head.socket);
  const body = await dial(own);
  const headers = `${HOST}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n`;
  body.socket.write(request('POST /v1/ssh-keys', `${headers}Content-Length: 9\r\n`));
  // The server waits for the body.
  await eventually(() => expect(body.text()).toContain('100 Continue'));
  await own.close();
  expect(replies(await body.over)[1]).toMatchObject({ status: 503, headers: { connection: 'close' } });
});

describe('connections', () => {
  const open = async (options: Parameters<typeof openLab>[0]) => {
    const lab = await openLab(options);
    await lab.app.listen({ port: 0, host: '127.0.0.1' });
    return lab;
  };
  /** Sends a request on a new connection. `served` is false if the connection is refused. */
  const ask = async (lab: Lab, from?: string) => {
    const { socket, text, over } = await dial(lab, from ? { from } : {});
    socket.write(request('GET /healthz'));
    await Promise.race([over, eventually(() => expect(text()).toContain('"ok"'))]);
    return { socket, served: text().includes('"ok"') };
  };

  it('are limited per address; trusted proxies have a limit of their own', async () => {
    const warn = vi.fn();
    const lab = await open({
      connections: { perAddress: 2 },
      trustProxy: ['127.0.0.9'],
      connectionTimings: { minuteMs: 50 },
      log: { info: () => {}, warn, error: () => {} },
    });
    const first = await ask(lab);
    expect([first.served, (await ask(lab)).served, (await ask(lab)).served]).toEqual([true, true, false]);
    expect((await ask(lab, '127.0.0.2')).served).toBe(true);
    for (let i = 0; i < 5; i += 1) expect((await ask(lab, '127.0.0.9')).served).toBe(true);
    first.socket.destroy();
    await eventually(async () => expect((await ask(lab)).served).toBe(true));
    await eventually(() => expect(warn).toHaveBeenCalled());
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ connections: expect.any(Number), example: '127.0.0.1' });
    await lab.close();
  });

  it('are limited over all addresses', async () => {
    const lab = await open({ connections: { total: 2 } });
    const served = [];
    for (let i = 1; i <= 3; i += 1) served.push((await ask(lab, `127.0.0.${i}`)).served);
    expect(served).toEqual([true, true, false]);
    await lab.close();
  });

  it('from one address are limited in their rate', async () => {
    const lab = await open({ connections: { perMinute: 2 } });
    const served = [];
    for (let i = 1; i <= 3; i += 1) {
      const { socket, served: one } = await ask(lab);
      served.push(one);
      socket.destroy();
    }
    expect(served).toEqual([true, true, false]);
    expect((await ask(lab, '127.0.0.2')).served).toBe(true);
    await lab.close();
  });
});

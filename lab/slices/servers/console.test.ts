import fs from 'node:fs/promises';
import { request as httpsRequest } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { certificateFor } from '@innkeeper/apps/transport/certificate';
import { updateServer } from '@innkeeper/db/tables/servers';
import { createToken, revokeToken } from '@innkeeper/db/tables/tokens';
import { purgeConsoleTickets } from '@innkeeper/jobs/purge-console-tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { openChain } from '../../chain.ts';
import { type ConsoleClient, openConsoleClient } from '../../console-client.ts';
import { type FakeVnc, openFakeVnc } from '../../fake-vnc.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { bundledViewer } from '../../viewer.ts';
import { deploy } from '../given-deploy.ts';

let lab: Lab;
let screen: FakeVnc;
let address: string;
let owner: GivenAccount;
let id: number;
const lines: string[] = [];
const clients: ConsoleClient[] = [];
beforeAll(async () => {
  screen = await openFakeVnc();
  const keep = (...line: unknown[]) => void lines.push(JSON.stringify(line));
  lab = await openLab({
    guests: () => screen,
    log: { info: keep, warn: keep, error: keep },
    consoleTimings: { idleMs: 1_000, closeMs: 200 },
  });
  address = await lab.app.listen({ port: 0, host: '127.0.0.1' });
  await givenNode(lab.db);
  owner = await givenAccount(lab.db);
  id = await givenServer(lab.db, { accountId: owner.accountId });
});
afterAll(async () => {
  for (const client of clients) client.socket.terminate();
  await lab.close();
  await screen.close();
});

const ask = (token = owner.token, headers = {}) => lab.call('openConsole', { params: { id } }, { token, headers });
/** Requests the address without a socket and opens it over a real one. */
const urlFor = async (token?: string) => (await ask(token)).body.url.replace(/^ws:\/\/[^/]+/, address.replace('http', 'ws'));
const open = async (url?: string, options = {}) => {
  const client = await openConsoleClient(url ?? (await urlFor()), options);
  clients.push(client);
  return client;
};

test("'openConsole' returns an address that opens the screen once; only a hash of its secret is stored", async () => {
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body.url).toMatch(/^ws:\/\/[^/]+\/v1\/console\/[\w-]{43}$/);
  expect(Date.parse(body.expires_at) - Date.now()).toBeLessThanOrEqual(60_000);
  const secret = body.url.split('/').at(-1);
  const tickets = await lab.db.selectFrom('console_tickets').selectAll().execute();
  expect(tickets).toHaveLength(1);
  expect(JSON.stringify(tickets.map((ticket) => String(ticket.secret_hash)))).not.toContain(secret);

  const url = `${address.replace('http', 'ws')}/v1/console/${secret}`;
  const client = await open(url);
  expect(screen.asked.at(-1)).toBe(`srv-${id}`);
  client.send('to the guest');
  await vi.waitFor(() => expect(String(Buffer.concat(screen.heard))).toContain('to the guest'));
  screen.entered.at(-1)?.write('to the client');
  expect(String(await client.has(13))).toBe('to the client');
  await expect(open(url)).rejects.toThrow('refused with 404');
  client.socket.close();
  await vi.waitFor(() => expect(lines.join('\n')).toContain('a console ended'));
  expect(lines.join('\n')).not.toContain(secret);
});

test('a repeat with the same Idempotency-Key gets a new address, since the first reply is not stored', async () => {
  const headers = { 'idempotency-key': 'console-1' };
  const [first, second] = [await ask(owner.token, headers), await ask(owner.token, headers)];
  expect(first.body.url).not.toBe(second.body.url);
  expect(second.headers).not.toHaveProperty('idempotent-replayed');
  const { rows } = await sql`select 1 from idempotency_keys where key = 'console-1'`.execute(lab.db);
  expect(rows).toEqual([]);
});

test('a foreign Host header neither changes the address nor makes its origin trusted', async () => {
  const evil = { host: 'evil.example' };
  expect((await ask(owner.token, evil)).body.url).toMatch(/^ws:\/\/localhost\/v1\/console\//);
  const url = await urlFor();
  await expect(open(url, { origin: 'http://evil.example', host: 'evil.example' })).rejects.toThrow('refused with 403');
  await open(url, { origin: address, host: 'evil.example' });
});

test('behind a proxy the address has the public host', async () => {
  const proxied = await openLab({ publicUrl: 'https://api.example.com', guests: () => screen });
  await givenNode(proxied.db);
  const account = await givenAccount(proxied.db);
  const server = await givenServer(proxied.db, { accountId: account.accountId });
  const { body } = await proxied.call('openConsole', { params: { id: server } }, { token: account.token });
  expect(body.url).toMatch(/^wss:\/\/api\.example\.com\/v1\/console\//);
  expect(body.viewer_url).toBe(`https://api.example.com/console#${body.url.split('/').at(-1)}`);
  await proxied.close();
});

test.each([
  ['a secret that was never given', async () => `${address.replace('http', 'ws')}/v1/console/${'x'.repeat(43)}`, 404],
  [
    'an expired address',
    async () => {
      const url = await urlFor();
      await sql`update console_tickets set expires_at = now() - interval '1 second'`.execute(lab.db);
      return url;
    },
    404,
  ],
  [
    'an address whose token was revoked',
    async () => {
      const token = await createToken(lab.db, {
        accountId: owner.accountId,
        userId: owner.userId,
        name: 'short',
        abilities: ['write'],
      });
      const url = await urlFor(token.token);
      await lab.db.transaction().execute((trx) => revokeToken(trx, token.id, new Date()));
      return url;
    },
    404,
  ],
  [
    'an address of a server that has stopped since',
    async () => {
      const url = await urlFor();
      await updateServer(lab.db, id, { power: 'stopped' });
      return url;
    },
    422,
  ],
] as const)('refuses %s', async (_what, url, status) => {
  await expect(open(await url())).rejects.toThrow(`refused with ${status}`);
  await updateServer(lab.db, id, { power: 'running' });
});

test('of two concurrent clients one connects', async () => {
  const url = await urlFor();
  const both = await Promise.allSettled([open(url), open(url)]);
  expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('refuses pages of other origins without using up the address, and accepts own pages and programs', async () => {
  const url = await urlFor();
  for (const origin of ['https://evil.example', 'null']) {
    await expect(open(url, { origin })).rejects.toThrow('refused with 403');
  }
  const client = await open(url, { origin: address, protocols: ['binary', 'base64'] });
  expect(client.socket.protocol).toBe('binary');
});

test('refuses a request without a WebSocket upgrade, and does not use up the address', async () => {
  const url = await urlFor();
  const plain = await fetch(url.replace('ws', 'http'));
  expect(plain.status).toBe(400);
  expect(await plain.json()).toMatchObject({ code: 'malformed_request' });
  const other = await fetch(`${address}/v1/balance`, {
    headers: { authorization: `Bearer ${owner.token}`, connection: 'upgrade', upgrade: 'h2c' },
  }).catch(() => undefined);
  expect([undefined, 200]).toContain(other?.status);
  await open(url);
});

test('a password that the guest refuses fails before the WebSocket opens', async () => {
  screen.password = 'wrong';
  await expect(open()).rejects.toThrow('refused with 503');
  screen.password = 'sesame42';
});

test('the console closes with the guest, with the client, and after a time without input from the client', async () => {
  const stopped = await open();
  screen.entered.at(-1)?.destroy();
  expect(await stopped.closed).toEqual([1000, 'The server has stopped.']);

  const left = await open();
  const guest = screen.entered.at(-1);
  left.socket.close();
  await vi.waitFor(() => expect(guest?.destroyed).toBe(true));

  const idle = await open();
  expect(await idle.closed).toEqual([1000, 'The console was idle for too long. Open it again.']);
});

test('a client that does not speak RFB is disconnected', async () => {
  const client = await open(undefined, { talk: false });
  client.send('GET / HTTP/1.1\r\n');
  expect((await client.closed)[0]).toBe(1002);
});

test('it ends when the token that opened it is revoked', async () => {
  const token = await createToken(lab.db, {
    accountId: owner.accountId,
    userId: owner.userId,
    name: 'console',
    abilities: ['write'],
  });
  const client = await open(await urlFor(token.token));
  await lab.db.transaction().execute((trx) => revokeToken(trx, token.id, new Date()));
  expect(await client.closed).toEqual([1008, 'The access token is no longer valid.']);
});

test("a client that does not read slows the guest's screen, and does not fill the memory of the API", async () => {
  const client = await open();
  const guest = screen.entered.at(-1);
  client.socket.pause();
  const megabyte = Buffer.alloc(1 << 20, 1);
  for (let i = 0; i < 64; i += 1) guest?.write(megabyte);
  let left = -1;
  // Waits until the socket accepts no more data.
  while (left !== guest?.writableLength) {
    left = guest?.writableLength ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(left).toBeGreaterThan(32 << 20);
  const before = client.received().length;
  client.socket.resume();
  client.send('x');
  await client.has(before + 1);
});

test('an account can have ten consoles at a time', async () => {
  // With the short limit of the other tests, a busy machine would close the first consoles before the eleventh is opened.
  const ownLab = await openLab({ guests: () => screen });
  const origin = (await ownLab.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
  await givenNode(ownLab.db);
  const account = await givenAccount(ownLab.db);
  const server = await givenServer(ownLab.db, { accountId: account.accountId });
  const another = async () => {
    const { body } = await ownLab.call('openConsole', { params: { id: server } }, { token: account.token });
    return open(body.url.replace(/^ws:\/\/[^/]+/, origin));
  };
  const ten = await Promise.all(Array.from({ length: 10 }, another));
  await expect(another()).rejects.toThrow('refused with 429');
  for (const { socket } of ten) socket.terminate();
  await ownLab.close();
});

test.each(['stopped', 'absent', 'crashed'] as const)('a server that is %s has no console and no screenshot', async (power) => {
  const server = await givenServer(lab.db, { accountId: owner.accountId, power });
  for (const operation of ['openConsole', 'getConsoleScreenshot'] as const) {
    const answer = await lab.call(operation, { params: { id: server } }, { token: owner.token });
    expect(answer).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  }
});

test("'getConsoleScreenshot' returns a PNG, 'getConsoleLog' the end of the log as plain text", async () => {
  const picture = await lab.call('getConsoleScreenshot', { params: { id } }, { token: owner.token });
  expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' } });
  expect(picture.text).toContain('PNG');
  screen.log = Buffer.from('\u001b[31mboot\u001b[0m\r\nlogin: ');
  const log = await lab.call('getConsoleLog', { params: { id } }, { token: owner.token });
  expect(log).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, text: 'boot\nlogin: ' });
  screen.log = Buffer.alloc(100_000, 'x');
  expect((await lab.call('getConsoleLog', { params: { id } }, { token: owner.token })).text).toHaveLength(65_536);
});

test('an installation without consoles returns 501', async () => {
  const blind = await openLab({ guests: undefined });
  await givenNode(blind.db);
  const account = await givenAccount(blind.db);
  const server = await givenServer(blind.db, { accountId: account.accountId });
  const answer = await blind.call('getConsoleLog', { params: { id: server } }, { token: account.token });
  expect(answer).toMatchObject({ status: 501, body: { code: 'not_supported' } });
  await blind.close();
});

test('an unused address is purged', async () => {
  await ask();
  await sql`update console_tickets set expires_at = now() - interval '1 second'`.execute(lab.db);
  await ask();
  await purgeConsoleTickets(givenJobCx(lab.db));
  expect(await lab.db.selectFrom('console_tickets').selectAll().execute()).toHaveLength(1);
});

test('a shutdown closes consoles with a reason', async () => {
  const ending = await openLab({ guests: () => screen });
  const at = await ending.app.listen({ port: 0, host: '127.0.0.1' });
  await givenNode(ending.db);
  const account = await givenAccount(ending.db);
  const server = await givenServer(ending.db, { accountId: account.accountId });
  const { body } = await ending.call('openConsole', { params: { id: server } }, { token: account.token });
  const client = await open(body.url.replace(/^ws:\/\/[^/]+/, at.replace('http', 'ws')));
  await ending.close();
  expect(await client.closed).toEqual([1001, 'The service is restarting.']);
});

test('a console works over HTTPS with the simulated engine', async () => {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-console-'));
  const https = await certificateFor({ kind: 'self-signed' }, directory, new Date());
  const chain = await openChain({ ...(https && { https }) });
  const at = await chain.app.listen({ port: 0, host: '127.0.0.1' });
  await givenNode(chain.db);
  const account = await givenAccount(chain.db, { funds: 10_000n });
  const server = (await deploy(chain, account)).body.id;
  await chain.serverWhen(server, account.token, (one) => one.status === 'active');
  const asked = await new Promise<string>((resolve, reject) => {
    const headers = { authorization: `Bearer ${account.token}` };
    const request = httpsRequest(`${at}/v1/servers/${server}/console`, { method: 'POST', ca: https?.cert, headers }, (reply) =>
      reply.setEncoding('utf8').on('data', resolve),
    );
    request.on('error', reject).end();
  });
  const { url } = JSON.parse(asked);
  expect(url).toMatch(/^wss:\/\/127\.0\.0\.1:\d+\/v1\/console\//);
  const client = await open(url, { ca: String(https?.cert), origin: at });
  client.send(Buffer.from([1]));
  // The simulated screen is one pixel.
  expect((await client.has(24)).readUInt32BE(0)).toBe(0x00010001);
  await chain.close();
  await fs.rm(directory, { recursive: true });
});

test('the operator configures which other origins can embed a console', async () => {
  const allowing = await openLab({ guests: () => screen, consoleOrigins: ['https://panel.example.com/'], viewer: bundledViewer });
  const at = await allowing.app.listen({ port: 0, host: '127.0.0.1' });
  await givenNode(allowing.db);
  const account = await givenAccount(allowing.db);
  const server = await givenServer(allowing.db, { accountId: account.accountId });
  const { body } = await allowing.call('openConsole', { params: { id: server } }, { token: account.token });
  const url = `${at.replace('http', 'ws')}/v1/console/${body.url.split('/').at(-1)}`;
  await expect(open(url, { origin: 'https://panel.example.com.evil.example' })).rejects.toThrow('refused with 403');
  await open(url, { origin: 'https://panel.example.com' });

  const page = await fetch(`${at}/console`);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(await page.text()).toContain('console/viewer.js');
  expect((await fetch(`${at}/console/viewer.js`)).headers.get('content-type')).toContain('javascript');
  await allowing.close();
});

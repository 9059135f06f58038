/** Tests guest access over a real socket, between a worker that serves guests and an API that sends requests. */
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { createServer as createHttpServer, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Guests } from '@innkeeper/domain/console/guests';
import { type Lab, openLab } from '@innkeeper/lab/app';
import { openConsoleClient } from '@innkeeper/lab/console-client';
import { type FakeVnc, openFakeVnc } from '@innkeeper/lab/fake-vnc';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { Failure } from '@innkeeper/model/failures';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRemoteGuests, type RemoteGuests } from './client.ts';
import { socketNameOf } from './protocol.ts';
import { type GuestServer, type GuestServerOptions, serveGuests } from './server.ts';
import { listenOnNodeSocket } from './socket.ts';

const NODE = 'node-1';

let home: string;
let directory: string;
let socketPath: string;
let screen: FakeVnc;
let remote: RemoteGuests;
let guests: Guests;
let worker: GuestServer | undefined;
const logged: string[] = [];
beforeEach(async () => {
  logged.length = 0;
  home = await mkdtemp(join(tmpdir(), 'innkeeper-access-'));
  // The path of the socket exceeds the limit of 107 bytes.
  directory = join(home, 'd'.repeat(120), 'run');
  screen = await openFakeVnc();
  remote = openRemoteGuests(directory);
  guests = remote.guestsOn(NODE);
});
afterEach(async () => {
  remote.close();
  await worker?.close();
  worker = undefined;
  await screen.close();
  await rm(home, { recursive: true });
});

async function startWorker(options: Partial<GuestServerOptions> = {}): Promise<void> {
  const log = { warn: (_fields: object, message: string) => void logged.push(message) };
  worker = await serveGuests({ guests: screen, node: NODE, socketDirectory: { directory, gid: null }, log, ...options });
}

const failing = (error: unknown): Guests => {
  const fail = () => Promise.reject(error);
  return { consoleLog: fail, screenshot: fail, openConsole: fail };
};

/** Sends a request that the real client never sends. Returns the status of the reply. */
function rawStatus(method: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, method, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
}

test("each node's worker serves its own guests, which are unavailable without it", async () => {
  await startWorker();
  screen.log = Buffer.from('of node 1');
  expect(String(await guests.consoleLog('srv-7'))).toBe('of node 1');
  const others = remote.guestsOn('node-2');
  await expect(others.consoleLog('srv-7')).rejects.toMatchObject({ code: 'unavailable' });
  const second = { ...screen, consoleLog: async () => Buffer.from('of node 2') };
  const log = { warn: () => {} };
  const other = await serveGuests({ guests: second, node: 'node-2', socketDirectory: { directory, gid: null }, log });
  expect(String(await others.consoleLog('srv-7'))).toBe('of node 2');
  expect(String(await guests.consoleLog('srv-7'))).toBe('of node 1');
  await other.close();
  await expect(others.consoleLog('srv-7')).rejects.toMatchObject({ code: 'unavailable' });
  expect(String(await guests.consoleLog('srv-7'))).toBe('of node 1');
  await expect(remote.guestsOn('../guests').consoleLog('srv-7')).rejects.toThrow('not the name of a node');
});

test('serves logs, screenshots and consoles over a socket that only its owner can open', async () => {
  await startWorker();
  screen.log = Buffer.from('Welcome\n');
  expect(String(await guests.consoleLog('srv-7'))).toBe('Welcome\n');
  expect((await guests.screenshot('srv-7')).subarray(1, 4).toString()).toBe('PNG');
  const { stream, password } = await guests.openConsole('srv-7');
  expect(password).toBe('sesame42');
  const [hello] = (await once(stream, 'data')) as [Buffer];
  expect(String(hello)).toBe('RFB 003.008\n');
  stream.destroy();
  expect(screen.asked).toEqual(['srv-7']);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect((await stat(join(directory, socketNameOf(NODE)))).mode & 0o777).toBe(0o600);
});

test('without a worker all is unavailable, and a new one is found however the previous one ended', async () => {
  const refused = { code: 'unavailable' };
  await expect(guests.consoleLog('srv-7')).rejects.toMatchObject(refused);
  await startWorker();
  expect(await guests.consoleLog('srv-7')).toEqual(Buffer.alloc(0));
  const { stream } = await guests.openConsole('srv-7');
  stream.resume();
  const cut = once(stream, 'error');
  await worker?.close();
  // A lost connection ends the stream with an error. The end of a guest does not.
  expect(await cut).toEqual([expect.any(Error)]);
  await expect(guests.openConsole('srv-7')).rejects.toMatchObject(refused);
  await startWorker();
  const first = worker;
  await startWorker();
  await first?.close();
  expect(await guests.consoleLog('srv-7')).toEqual(Buffer.alloc(0));
});

test('a console ends with its guest, and the guest sees that its client is gone', async () => {
  await startWorker();
  const { stream } = await guests.openConsole('srv-7');
  stream.write('RFB 003.008\n');
  stream.resume();
  // A wrong password makes the VNC server close the connection.
  stream.write(Buffer.from([2, ...Buffer.alloc(16)]));
  await once(stream, 'end');
  expect(stream.errored).toBeNull();
});

test.each([
  [new Failure('wrong_state', { message: 'It is off.' }), { code: 'wrong_state', message: 'It is off.' }],
  [new Failure('internal', { message: 'Secret.' }), { code: 'unavailable' }],
  [new Error('/root/secret'), { code: 'unavailable', message: expect.not.stringContaining('secret') as string }],
])('passes on a refusal with its code, and no details of the host: %s', async (error, reply) => {
  await startWorker({ guests: failing(error) });
  for (const look of [guests.consoleLog('srv-7'), guests.screenshot('srv-7'), guests.openConsole('srv-7')])
    await expect(look).rejects.toMatchObject(reply);
  expect(logged.length).toBe(error instanceof Failure ? 0 : 3);
});

test('refuses anything but the three known requests with a number', async () => {
  await startWorker();
  const handle = await open(directory, 'r');
  socketPath = `/proc/self/fd/${handle.fd}/${socketNameOf(NODE)}`;
  try {
    const paths = [
      '/servers/0/screenshot',
      '/servers/../screenshot',
      '/servers/1e3/screenshot',
      '/servers/12345678901/screenshot',
    ];
    for (const path of [...paths, '/servers/7/disk', '/servers/7/constructor', '/servers/7/console?x', '/', '*'])
      expect(await rawStatus('GET', path)).toBe(404);
    expect(await rawStatus('POST', '/servers/7/screenshot')).toBe(404);
    const socket = connect(socketPath);
    socket.write(`GET /servers/7/screenshot HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(5_000)}\r\n\r\n`);
    await once(socket, 'close');
  } finally {
    await handle.close();
  }
  expect(screen.asked).toEqual([]);
});

test('limits open consoles, and closing one frees a slot', async () => {
  await startWorker({ limits: { consoles: 2 } });
  const both = [await guests.openConsole('srv-1'), await guests.openConsole('srv-2')];
  await expect(guests.openConsole('srv-3')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('busy'),
  });
  both[0]?.stream.destroy();
  await expect
    .poll(() =>
      guests.openConsole('srv-3').then(
        () => 'open',
        () => 'refused',
      ),
    )
    .toBe('open');
  both[1]?.stream.destroy();
});

test('a socket that cannot get its name leaves no listening server', async () => {
  const taken = socketNameOf(NODE);
  await mkdir(join(directory, taken), { recursive: true });
  const server = createServer();
  await expect(listenOnNodeSocket(server, NODE, { directory, gid: null })).rejects.toThrow('EISDIR');
  expect(server.listening).toBe(false);
  expect(await readdir(directory)).toEqual([taken]);
});

test('a caller that leaves before the answer frees its slot', async () => {
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const consoleLog = () => left.then(() => Buffer.from('late'));
  await startWorker({ guests: { ...screen, consoleLog }, limits: { looks: 1 } });
  const front = createHttpServer((asked, response) => {
    response.once('close', leave);
    worker?.answer(asked, response);
    asked.socket.destroy();
  });
  front.listen(join(home, 'front'));
  try {
    socketPath = join(home, 'front');
    await expect(rawStatus('GET', '/servers/7/serial-log')).rejects.toThrow('socket hang up');
    await expect.poll(() => guests.consoleLog('srv-7').catch(String).then(String)).toBe('late');
  } finally {
    front.close();
  }
});

test('a reply that switches the protocol is a refusal', async () => {
  const other = createServer((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 101 Other\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'));
  });
  const unlist = await listenOnNodeSocket(other, NODE, { directory, gid: null });
  await expect(guests.consoleLog('srv-7')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(guests.openConsole('srv-7')).rejects.toMatchObject({ code: 'unavailable' });
  other.close();
  await unlist();
});

test('refuses a screenshot above the size limit', async () => {
  await startWorker({ guests: { ...screen, screenshot: async () => Buffer.alloc(17 << 20) } });
  await expect(guests.screenshot('srv-7')).rejects.toMatchObject({ code: 'unavailable' });
});

test.each([
  [true, [1012, 'The console was interrupted. Open it again.']],
  [false, [1000, 'The server has stopped.']],
] as const)('a console whose guest ends says whether its server has moved: %s', async (hasLeft, reason) => {
  const { consoleLog, screenshot, openConsole } = screen;
  await startWorker({ guests: { consoleLog, screenshot, openConsole, hasLeft: async () => hasLeft } });
  const lab: Lab = await openLab({ guests: remote.guestsOn });
  try {
    const address = await lab.app.listen({ port: 0, host: '127.0.0.1' });
    await givenNode(lab.db);
    const owner: GivenAccount = await givenAccount(lab.db);
    const id = await givenServer(lab.db, { accountId: owner.accountId });
    const { body } = await lab.call('openConsole', { params: { id } }, { token: owner.token });
    const client = await openConsoleClient(body.url.replace(/^ws:\/\/[^/]+/, address.replace('http', 'ws')));
    await expect.poll(() => screen.entered.length).toBe(1);
    screen.entered[0]?.end();
    expect(await client.closed).toEqual(reason);
  } finally {
    await lab.close();
  }
});

test("a customer's console works through it, and reports the end of the worker", async () => {
  await startWorker();
  const lab: Lab = await openLab({ guests: remote.guestsOn });
  try {
    const address = await lab.app.listen({ port: 0, host: '127.0.0.1' });
    await givenNode(lab.db);
    const owner: GivenAccount = await givenAccount(lab.db);
    const id = await givenServer(lab.db, { accountId: owner.accountId });
    const { body } = await lab.call('openConsole', { params: { id } }, { token: owner.token });
    const client = await openConsoleClient(body.url.replace(/^ws:\/\/[^/]+/, address.replace('http', 'ws')));
    client.send('typed');
    await expect.poll(() => Buffer.concat(screen.heard).toString()).toBe('typed');
    screen.entered[0]?.write('painted');
    expect(String(await client.has(7))).toBe('painted');
    await worker?.close();
    expect(await client.closed).toEqual([1012, 'The console was interrupted. Open it again.']);
    const refused = await lab.call('getConsoleLog', { params: { id } }, { token: owner.token });
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  } finally {
    await lab.close();
  }
});

/** Tests the streams of a move between two workers over real connections: what passes, who is refused, and what ends them. */
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { askOverLink, expiredCertificate, statusOf } from '@innkeeper/lab/link-client';
import { type LinkedNodes, openLinkedNodes } from '@innkeeper/lab/linked-nodes';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { linkCertificateOf } from './certificate.ts';
import { linkPeers } from './peers.ts';

let nodes: LinkedNodes;
beforeEach(async () => {
  nodes = await openLinkedNodes();
});
afterEach(() => nodes.close());

const machineId = () => `srv-${nodes.serverId}`;
const open = (stream: 'disk' | 'memory' = 'disk') => nodes.local.peers.connect('b', machineId(), stream);
const refused = (message: string) => ({ kind: 'guest', retryable: false, message: expect.stringContaining(message) });
const askB = (path: string, head = '', peer = nodes.local.certificate) =>
  askOverLink(nodes.b.port, peer, `POST /moves/${path} HTTP/1.1${head}`);
const UPGRADE = '\r\nConnection: Upgrade\r\nUpgrade: innkeeper-move';

/** Lets the engine of node b return one end of a connection for each stream. Returns the other ends, as QEMU has them. */
function givenQemu({ allowHalfOpen = false } = {}): { ends: Duplex[]; engineEnds: Duplex[] } {
  const [ends, engineEnds]: [Duplex[], Duplex[]] = [[], []];
  vi.spyOn(nodes.b.engine.compute, 'connect').mockImplementation(async () => {
    await mkdir(nodes.b.sockets, { recursive: true });
    const path = join(nodes.b.sockets, `qemu-${ends.length}.sock`);
    const server = createServer({ allowHalfOpen }).listen(path);
    await once(server, 'listening');
    const near = connect(path);
    const [far] = (await once(server, 'connection')) as [Socket];
    server.close();
    ends.push(far.on('error', () => {}));
    engineEnds.push(near);
    return near;
  });
  return { ends, engineEnds };
}

test('bytes pass both ways, and a slow reader slows the sender', async () => {
  await nodes.move();
  const { ends, engineEnds } = givenQemu();
  const stream = await open('memory');
  const [qemu, near] = [ends[0] as Duplex, engineEnds[0] as Duplex];
  qemu.write('return path');
  expect(String((await once(stream, 'data'))[0])).toBe('return path');
  const total = 16 << 20;
  stream.end(Buffer.alloc(total, 7));
  let [received, most] = [0, 0];
  for await (const chunk of qemu as AsyncIterable<Buffer>) {
    received += chunk.length;
    // Everyone else has many turns of the loop for each of the reader.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    most = Math.max(most, near.writableLength);
  }
  expect(received).toBe(total);
  expect(most).toBeLessThan(1 << 20);
});

test('a side that has ended still receives, and the end of both closes the connection', async () => {
  await nodes.move();
  const { ends } = givenQemu({ allowHalfOpen: true });
  const stream = await open();
  const qemu = ends[0] as Duplex;
  stream.end('the last request');
  expect(await text(qemu)).toBe('the last request');
  qemu.end('the last answer');
  const closed = [once(qemu, 'close'), once(stream, 'close')];
  expect(await text(stream)).toBe('the last answer');
  await Promise.all(closed);
});

test('each side closes the other', async () => {
  await nodes.move();
  const { ends } = givenQemu();
  const first = await open();
  (ends[0] as Duplex).resume();
  first.destroy();
  await once(ends[0] as Duplex, 'close');
  const second = await open();
  second.resume();
  ends[1]?.destroy();
  await once(second, 'close');
});

test('a machine that was received again gets a new stream, and the old one closes', async () => {
  await nodes.move();
  const { ends } = givenQemu();
  const old = await open();
  old.resume();
  const other = await open('memory');
  const closed = once(old, 'close');
  const fresh = await open();
  await closed;
  expect([other.destroyed, fresh.destroyed]).toEqual([false, false]);
  for (const end of ends) end.destroy();
});

test('no stream opens without a running workflow that names both nodes', async () => {
  const { ends } = givenQemu();
  const cases = [
    [null, 404],
    [{ kind: 'server.move' }, 404],
    [{ state: 'done' }, 404],
    [{ from: nodes.b.id }, 403],
    [{ to: nodes.local.id }, 403],
    [{ direction: 'back' }, 409],
  ] as const;
  for (const [changes, status] of cases) {
    await nodes.db.deleteFrom('workflows').execute();
    if (changes !== null) await nodes.move(changes);
    for (const what of ['disk', 'memory']) expect(statusOf(await askB(`${nodes.serverId}/${what}`, UPGRADE))).toBe(status);
    await expect(open()).rejects.toMatchObject(refused(status === 409 ? 'not at this step' : `(${status})`));
  }
  expect(ends).toEqual([]);
});

test('a machine that is not received is refused, and requests of another form too', async () => {
  await nodes.move();
  await expect(open()).rejects.toMatchObject(refused(`${machineId()} does not wait for its disk`));
  expect(statusOf(await askB(`${nodes.serverId}/disk`))).toBe(426);
  expect(statusOf(await askB(`${nodes.serverId}/disk`, '\r\nConnection: Upgrade\r\nUpgrade: websocket'))).toBe(400);
  expect(statusOf(await askB(`${nodes.serverId}/take`, UPGRADE))).toBe(400);
  expect(statusOf(await askB('0/disk', UPGRADE))).toBe(404);
  const { port, certificate } = nodes.b;
  expect(statusOf(await askOverLink(port, nodes.local.certificate, `GET /servers/7/serial-log HTTP/1.1${UPGRADE}`))).toBe(400);
  expect(statusOf(await askB(`${nodes.serverId}/disk`, UPGRADE, certificate))).toBe(403);
});

test('a removed link and the end of the move close an open stream', async () => {
  const id = await nodes.move();
  const { ends } = givenQemu();
  const both = [await open(), await open('memory')];
  const closed = Promise.all([...both, ...ends].map((one) => once(one.on('error', () => {}).resume(), 'close')));
  await nodes.db.deleteFrom('node_links').where('node_id', '=', nodes.local.id).execute();
  await closed;
  await expect(open()).rejects.toMatchObject({ kind: 'network', retryable: true });
  const { sha256: certificate } = nodes.local.certificate;
  await nodes.db.insertInto('node_links').values({ node_id: nodes.local.id, address: '127.0.0.1:1', certificate }).execute();
  const third = await open();
  const cut = Promise.all([third, ends[2] as Duplex].map((one) => once(one.on('error', () => {}).resume(), 'close')));
  await nodes.db.updateTable('workflows').set({ direction: 'back' }).where('id', '=', id).execute();
  await cut;
});

test('the destination starts the machine only after the row of the server names it', async () => {
  const { engine } = nodes.b;
  const take = vi.spyOn(engine.compute, 'take').mockResolvedValue();
  const release = vi.spyOn(engine.network, 'release').mockResolvedValue();
  const ask = () => nodes.local.peers.take('b', machineId(), { bootId: 'boot-1' });
  await expect(ask()).rejects.toMatchObject(refused('(404)'));
  await nodes.move();
  await expect(ask()).rejects.toMatchObject(refused('not at this step'));
  await nodes.place(nodes.b.id);
  await expect(nodes.b.peers.take('b', machineId(), { bootId: null })).rejects.toMatchObject(refused('(403)'));
  const send = (body: string) =>
    askOverLink(
      nodes.b.port,
      nodes.local.certificate,
      `POST /moves/${nodes.serverId}/take HTTP/1.1\r\nContent-Length: ${body.length}`,
      body,
    );
  const long = [`{"bootId":"${'x'.repeat(101)}"}`, `{"bootId":null${' '.repeat(1_024)}}`];
  for (const body of ['', '{}', '{"bootId":null,"more":1}', ...long]) expect(statusOf(await send(body))).toBe(400);
  expect([take.mock.calls, release.mock.calls]).toEqual([[], []]);
  await ask();
  expect(take.mock.calls).toEqual([[machineId(), { bootId: 'boot-1' }]]);
  expect(release.mock.calls).toEqual([[machineId()]]);
  take.mockRejectedValue(new Error('a secret detail'));
  await expect(ask()).rejects.toMatchObject({ kind: 'network', retryable: true, message: 'the node b: failed' });
});

test('the destination starts a machine that its source has forgotten, once the row names it', async () => {
  const take = vi.spyOn(nodes.b.engine.compute, 'take').mockResolvedValue();
  vi.spyOn(nodes.b.engine.network, 'release').mockResolvedValue();
  await nodes.move();
  const { ends } = givenQemu();
  const stream = await open('memory');
  stream.destroy();
  await once((ends[0] as Duplex).resume(), 'close');
  await nodes.place(nodes.b.id);
  await vi.waitFor(() => expect(take.mock.calls).toEqual([[machineId(), { bootId: null }]]), { timeout: 20_000 });
});

test('a destination that starts again takes the machine that it has received, although the source is away', async () => {
  const take = vi.spyOn(nodes.b.engine.compute, 'take').mockResolvedValue();
  vi.spyOn(nodes.b.engine.network, 'release').mockResolvedValue();
  await nodes.move();
  const { ends } = givenQemu();
  const stream = await open('memory');
  await nodes.b.restart(async () => {
    await once((ends[0] as Duplex).resume(), 'close');
    stream.destroy();
    await nodes.place(nodes.b.id);
  });
  await vi.waitFor(() => expect(take.mock.calls).toEqual([[machineId(), { bootId: null }]]), { timeout: 20_000 });
});

test('a node that is away, has no link or shows another certificate is a failure of the network', async () => {
  await nodes.move();
  const away = { kind: 'network', retryable: true };
  await expect(nodes.local.peers.connect('c', machineId(), 'disk')).rejects.toMatchObject({
    ...away,
    message: 'the node c has no link: set node.listen on both hosts',
  });
  const change = (to: object) => nodes.db.updateTable('node_links').set(to).where('node_id', '=', nodes.b.id).execute();
  await change({ certificate: 'ab'.repeat(32) });
  await expect(open()).rejects.toMatchObject({ ...away, message: expect.stringContaining('another certificate') });
  await change({ address: '127.0.0.1:1' });
  await expect(nodes.local.peers.take('b', machineId(), { bootId: null })).rejects.toMatchObject(away);
});

test('a certificate whose dates are past opens a stream, as on a host with a wrong clock', async () => {
  await nodes.move();
  const { ends } = givenQemu();
  const expired = linkCertificateOf(await expiredCertificate());
  const { sha256: certificate } = expired;
  await nodes.db.updateTable('node_links').set({ certificate }).where('node_id', '=', nodes.local.id).execute();
  const stream = await linkPeers(nodes.db, expired).connect('b', machineId(), 'disk');
  stream.end('hello');
  expect(await text(ends[0] as Duplex)).toBe('hello');
});

test('a program that writes to a relay of the API reaches guests and no move', async () => {
  await nodes.move();
  const { ends } = givenQemu();
  const socket = join(nodes.local.sockets, 'guests-b.sock');
  const ask = async (request: string) => {
    const client = connect(socket);
    client.write(`${request} HTTP/1.1${UPGRADE}\r\nHost: node\r\n\r\n`);
    return statusOf(await text(client));
  };
  await expect.poll(() => ask('GET /images/1').catch(() => 0)).toBe(404);
  for (const what of ['disk', 'memory', 'take']) expect(await ask(`POST /moves/${nodes.serverId}/${what}`)).toBe(404);
  const client = connect(socket);
  client.write('GET /servers/7/serial-log HTTP/1.1\r\nHost: node\r\n\r\n');
  expect(await text(client)).toMatch(/of a guest/);
  expect(ends).toEqual([]);
});

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { clientHandshake, encryptChallenge, serverHandshake } from './rfb-handshake.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Returns the two ends of one connection. */
async function pair(): Promise<[Socket, Socket]> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as { port: number };
  const near = connect(address.port, '127.0.0.1');
  const [far] = (await once(server, 'connection')) as [Socket];
  server.close();
  sockets.push(near, far);
  return [near, far];
}

/** Runs the script of the other side: sends strings and bytes, and reads numbers of bytes. */
async function converse(socket: Socket, ...script: (Buffer | string | number)[]): Promise<Buffer> {
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
  });
  let expected = 0;
  for (const turn of script) {
    if (typeof turn !== 'number') socket.write(turn);
    else for (expected += turn; received.length < expected; ) await once(socket, 'data');
  }
  return received;
}

const signal = AbortSignal.timeout(5_000);
const V8 = 'RFB 003.008\n';
const OK = Buffer.alloc(4);

test('the response to a challenge equals that of OpenSSL', () => {
  const challenge = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
  expect(encryptChallenge(challenge, 'secret12').toString('hex')).toBe('817402416b165d7ade9c46b5faa42370');
});

test('a server gets its password, and later bytes are left for the client', async () => {
  const [near, far] = await pair();
  const challenge = Buffer.alloc(16, 7);
  const other = converse(far, V8, 12, Buffer.from([2, 16, 2]), 1, challenge, 16, Buffer.concat([OK, Buffer.from('next')]));
  await clientHandshake(near, 'pass', signal);
  expect(await other).toEqual(Buffer.concat([Buffer.from(V8), Buffer.from([2]), encryptChallenge(challenge, 'pass')]));
  const left = near.read() as Buffer | null;
  expect(String(left ?? (await once(near, 'data'))[0])).toBe('next');
});

test.each([
  ['speaks something else', ['HTTP/1.1 400'], 'does not speak RFB'],
  ['refuses the connection', [V8, 12, Buffer.from([0, 0, 0, 0, 0])], 'refuses connections'],
  ['asks for what we have not', [V8, 12, Buffer.from([1, 19])], 'another kind'],
  [
    'refuses the password',
    [V8, 12, Buffer.from([1, 2]), 1, Buffer.alloc(16), 16, Buffer.from([0, 0, 0, 1])],
    'refuses the password',
  ],
])('the handshake fails with a server that %s', async (_how, script, why) => {
  const [near, far] = await pair();
  void converse(far, ...script);
  await expect(clientHandshake(near, 'pass', signal)).rejects.toThrow(why);
});

test('the handshake fails with a server that closes the connection or sends nothing', async () => {
  const [near, far] = await pair();
  far.end('RFB');
  await expect(clientHandshake(near, 'pass', signal)).rejects.toThrow('too early');
  const [mute] = await pair();
  await expect(clientHandshake(mute, 'pass', AbortSignal.timeout(30))).rejects.toThrow();
});

test.each([
  ['3.8', V8, [12, V8, 2, Buffer.from([1]), 4], Buffer.concat([Buffer.from(V8), Buffer.from([1, 1]), OK])],
  ['3.7', 'RFB 003.007\n', [12, 'RFB 003.007\n', 2, Buffer.from([1])], Buffer.concat([Buffer.from(V8), Buffer.from([1, 1])])],
  ['3.3', 'RFB 003.003\n', [12, 'RFB 003.003\n', 4], Buffer.concat([Buffer.from(V8), Buffer.from([0, 0, 0, 1])])],
])('a client of version %s connects without a password', async (_name, _version, script, expected) => {
  const [near, far] = await pair();
  const [received] = await Promise.all([converse(far, ...script), serverHandshake(near, signal)]);
  expect(received).toEqual(expected);
});

test('a client that speaks another protocol, or chooses a security type that was not offered, is refused', async () => {
  const [near, far] = await pair();
  void converse(far, 'GET / HTTP/1');
  await expect(serverHandshake(near, signal)).rejects.toThrow('does not speak RFB');
  const [second, chooser] = await pair();
  void converse(chooser, 12, V8, 2, Buffer.from([2]));
  await expect(serverHandshake(second, signal)).rejects.toThrow('not offered');
});

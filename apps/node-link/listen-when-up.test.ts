import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { NotOwnAddress } from '../listen-at.ts';
import { freePort } from '../testing/free-port.ts';
import { listenWhenUp } from './listen-when-up.ts';

function recorder() {
  const lines: string[] = [];
  const note = (_fields: object, message: string) => void lines.push(message);
  return { lines, info: note, warn: note };
}
const EVERY_MS = 5;

test('an address that the host gets later is used then, and logged twice', async () => {
  const [server, log] = [createServer(), recorder()];
  const endpoint = { address: '192.0.2.1', port: await freePort() };
  const stop = await listenWhenUp(server, endpoint, log, EVERY_MS);
  for (let tries = 0; tries < 3; tries += 1) await once(server, 'error').catch(() => {});
  expect(log.lines).toEqual(['other nodes cannot reach this one yet: node.listen is tried again']);
  endpoint.address = '127.0.0.1';
  if (!server.listening) await once(server, 'listening');
  await expect.poll(() => log.lines.length).toBe(2);
  expect(log.lines[1]).toBe('other nodes can reach this one now');
  await stop();
  server.close();
});

test('a server that never listened is closed', async () => {
  const server = createServer();
  const stop = await listenWhenUp(server, { address: '192.0.2.1', port: await freePort() }, recorder(), EVERY_MS);
  await stop();
  expect(server.listening).toBe(false);
});

test('an address that another program uses is refused', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const refusal = listenWhenUp(createServer(), { address: '127.0.0.1', port }, recorder());
  await expect(refusal).rejects.toThrow('is used by another program');
  await expect(refusal).rejects.not.toBeInstanceOf(NotOwnAddress);
  other.close();
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { batchingSocket } from './batching-socket.ts';

it('sends what one turn writes in one write, and the rest in the next', async () => {
  let received = '';
  const server = createServer((client) => client.on('data', (data) => (received += data))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = batchingSocket();
  const writes: number[] = [];
  const { _writev: send } = socket as unknown as { _writev(chunks: unknown[], done: (error?: Error) => void): void };
  Object.assign(socket, {
    _writev(chunks: unknown[], done: (error?: Error) => void) {
      writes.push(chunks.length);
      send.call(socket, chunks, done);
    },
  });
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  for (const part of ['a', 'b', 'c']) socket.write(part);
  await new Promise((resolve) => setImmediate(resolve));
  for (const part of ['d', 'e']) socket.write(part);
  socket.end();
  await once(socket, 'close');
  server.close();
  expect([received, writes]).toEqual(['abcde', [3, 2]]);
});

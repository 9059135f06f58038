import dgram from 'node:dgram';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { packetsReceived } from './received.ts';

it('counts packets received in the network namespace of a process, of both families', async () => {
  for (const [type, address] of [
    ['udp4', '127.0.0.1'],
    ['udp6', '::1'],
  ] as const) {
    const before = Number(await packetsReceived(process.pid));
    const socket = dgram.createSocket(type);
    socket.bind(0, address);
    await once(socket, 'listening');
    for (let i = 0; i < 50; i += 1) {
      socket.send('x', socket.address().port, address);
      await once(socket, 'message');
    }
    socket.close();
    expect(Number(await packetsReceived(process.pid)) - before).toBeGreaterThanOrEqual(50);
  }
});

it('returns nothing for a process that has ended', async () => {
  expect(await packetsReceived(2 ** 22 + 1)).toBeNull();
});

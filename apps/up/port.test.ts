import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { refuseTakenPort } from './port.ts';

const at = (address: string, port: number) => ({
  address,
  port,
  tlsCert: null,
  tlsKey: null,
  trustProxy: [],
  publicUrl: null,
  isTrial: false,
});

test('refuses a taken port by its number, unless it is released in time', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  await expect(refuseTakenPort(at('127.0.0.1', port), 0)).rejects.toThrow(`Port ${port} is used by another program`);
  const patient = refuseTakenPort(at('127.0.0.1', port), 10_000);
  server.close();
  await patient;
});

test('refuses an address of another machine', async () => {
  await expect(refuseTakenPort(at('192.0.2.1', await freePort()))).rejects.toThrow('192.0.2.1 is not an address of this host');
});

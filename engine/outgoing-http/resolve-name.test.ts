import { isIP } from 'node:net';
import { expect, test } from 'vitest';
import { resolveByHost } from './resolve-name.ts';

test('the host resolves names from /etc/hosts', async () => {
  const addresses = await resolveByHost('localhost');
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address) => isIP(address) === 0)).toEqual([]);
});

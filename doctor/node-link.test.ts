import { expect, test } from 'vitest';
import { checkNodeListen } from './node-link.ts';

test('an address that the host lacks is a finding, and another or none is not', async () => {
  expect(await checkNodeListen(null)).toEqual([]);
  for (const address of ['127.0.0.1', '127.0.0.9']) expect(await checkNodeListen({ address, port: 7443 })).toEqual([]);
  const finding = { name: 'node link', ok: false, why: expect.stringContaining('192.0.2.1 in node.listen is not an address') };
  expect(await checkNodeListen({ address: '192.0.2.1', port: 7443 })).toMatchObject([finding]);
});

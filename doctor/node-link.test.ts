import { recordNodeLink } from '@innkeeper/db/tables/node-links';
import { openTestDatabase } from '@innkeeper/lab/database';
import { givenNode } from '@innkeeper/lab/given';
import { expect, onTestFinished, test } from 'vitest';
import { checkLinkRow, checkNodeListen } from './node-link.ts';

test('an address that the host lacks is a finding, and another or none is not', async () => {
  expect(await checkNodeListen(null)).toEqual([]);
  for (const address of ['127.0.0.1', '127.0.0.9']) expect(await checkNodeListen({ address, port: 7443 })).toEqual([]);
  const finding = { name: 'node link', ok: false, why: expect.stringContaining('192.0.2.1 in node.listen is not an address') };
  expect(await checkNodeListen({ address: '192.0.2.1', port: 7443 })).toMatchObject([finding]);
});

test('a node whose link was ended is a finding, and one without a link is not', async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  const nodeId = await givenNode(db, { name: 'b' });
  const about = { endpoint: { address: '127.0.0.1', port: 7443 }, node: 'b', restart: './innkeeper worker --node b' };
  const why = expect.stringContaining('its link was ended');
  const remedy = expect.stringContaining('./innkeeper down and ./innkeeper worker --node b');
  expect(await checkLinkRow(db, about)).toEqual([{ name: 'node link', ok: false, why, remedy }]);
  expect(await checkLinkRow(db, { ...about, endpoint: null })).toEqual([]);
  await recordNodeLink(db, { nodeId, address: '127.0.0.1:7443', certificate: 'a'.repeat(64) });
  expect(await checkLinkRow(db, about)).toEqual([]);
});

import { type Chain, openChain } from '@innkeeper/lab/chain';
import { givenAccount, givenNode } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let chain: Chain;
let operator: Operator;
beforeAll(async () => {
  chain = await openChain();
  await givenNode(chain.db);
  operator = openOperator(chain);
});
afterAll(() => chain.close());

test('addPublicIso downloads a file that is offered to every account, and that none can delete', async () => {
  const { token } = await givenAccount(chain.db);
  const url = 'https://mirror.example/rescue.iso';
  const { id } = await operator.run('addPublicIso', { name: 'Rescue', url });
  await vi.waitUntil(async () => (await operator.run('listAllIsos')).data[0]?.status === 'ready', 20_000);
  expect((await operator.run('listAllIsos')).data).toMatchObject([{ id, name: 'Rescue', account: null, url, error: null }]);
  expect((await chain.call('listIsos', {}, { token })).body.data).toMatchObject([{ id, name: 'Rescue', status: 'ready' }]);
  expect((await chain.call('deleteIso', { params: { id } }, { token })).body.code).toBe('not_yours');
  const lines = await chain.db.selectFrom('audit_log').select(['actor_kind', 'details']).where('action', '=', 'addIso').execute();
  expect(lines).toMatchObject([{ actor_kind: 'operator', details: { url } }]);
});

test('addPublicIso refuses a private address, and a file that fits on no node, and leaves nothing behind', async () => {
  const add = (url: string) => operator.run('addPublicIso', { name: 'Inside', url });
  await expect(add('http://127.0.0.1/a.iso')).rejects.toThrow(/public/);
  await expect(add('ftp://mirror.example/a.iso')).rejects.toThrow('Must be an http or https URL.');
  await operator.run('drainNode', { node: 'node-1' });
  await expect(add('https://mirror.example/a.iso')).rejects.toThrow('No node has enough free disk');
  await operator.run('activateNode', { node: 'node-1' });
  expect((await operator.run('listAllIsos')).data.map(({ name }) => name)).not.toContain('Inside');
});

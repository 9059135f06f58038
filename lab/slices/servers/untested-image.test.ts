/** Servers of an image that was sold without a trial boot: their guests may never report a boot, so a running machine is enough. */
import { registerImage } from '@innkeeper/db/seed/register-image';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenCopy } from '../../given-copies.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
let id: number;
beforeAll(async () => {
  chain = await openChain();
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
  await chain.db.updateTable('images').set({ reports: 'none' }).where('key', '=', 'tiny').execute();
});
afterAll(() => chain.close());

type Operation = Parameters<Chain['call']>[0];

const unlocked = () => chain.serverWhen(id, owner.token, (server) => server.locked === null);
const done = async (operation: Operation, params: Record<string, number>, body?: object) => {
  const answer = await chain.call(operation, { params, ...(body && { body }) }, { token: owner.token });
  expect(answer.status).toBe(200);
  const server = await unlocked();
  const { body: operations } = await chain.call('listServerOperations', { params: { id } }, { token: owner.token });
  expect(operations.data[0]).toMatchObject({ state: 'done' });
  return server;
};

test('a server is active once its machine runs, and its guest has reported nothing', async () => {
  id = (await deploy(chain, owner)).body.id;
  expect(await chain.serverWhen(id, owner.token, ({ status }) => status === 'active')).toMatchObject({ state: ['running'] });
  expect(await chain.compute.inspect(`srv-${id}`)).toMatchObject({ power: 'running', up: false, bootId: null });
});

test('restart, rescue, stop, start and reinstall do not wait for a report either', async () => {
  expect(await done('restartServer', { server: id })).toMatchObject({ state: ['running'] });
  await done('enableServerRescue', { id });
  // The rescue system is ours, and reports.
  expect(await chain.compute.inspect(`srv-${id}`)).toMatchObject({ up: true });
  expect(await done('disableServerRescue', { id })).toMatchObject({ state: ['running'] });
  expect(await done('powerOffServer', { id })).toMatchObject({ state: ['stopped'] });
  expect(await done('startServer', { id })).toMatchObject({ state: ['running'] });
  const images = await chain.call('listServerImages', {}, { token: owner.token });
  const keys = await chain.call('listSshKeys', {}, { token: owner.token });
  const body = { image_id: images.body.data[0].id, ssh_keys: [keys.body.data[0].id] };
  expect(await done('reinstallServer', { id }, body)).toMatchObject({ state: ['running'] });
  expect(await chain.compute.inspect(`srv-${id}`)).toMatchObject({ power: 'running', up: false });
});

test('a newer build that passed its trial keeps the way of the image while servers or copies have it', async () => {
  const register = async (reports: 'agent' | 'line' = 'line') => {
    const image = { key: 'tiny', name: 'Tiny', group: 'tiny', format: 'qcow2', path: '/newer', reports } as const;
    await chain.db.transaction().execute((trx) => registerImage(trx, image));
    return chain.db.selectFrom('images').select(['path', 'reports']).where('key', '=', 'tiny').executeTakeFirst();
  };
  expect(await register()).toEqual({ path: '/newer', reports: 'none' });
  const copy = await givenCopy(chain.db, { serverId: id });
  const custom = await chain.db.selectFrom('images').select('id').where('key', '=', 'custom').executeTakeFirstOrThrow();
  await chain.db.updateTable('server_details').set({ image_id: custom.id }).where('id', '=', id).execute();
  expect(await register()).toMatchObject({ reports: 'none' });
  const way = (reports: 'line' | 'none') => chain.db.updateTable('images').set({ reports }).where('key', '=', 'tiny').execute();
  // Guests of an earlier build may have no agent.
  await way('line');
  expect(await register('agent')).toMatchObject({ reports: 'line' });
  await way('none');
  await chain.db.deleteFrom('copies').where('id', '=', copy.id).execute();
  expect(await register()).toMatchObject({ reports: 'line' });
  expect(await register('agent')).toMatchObject({ reports: 'agent' });
});

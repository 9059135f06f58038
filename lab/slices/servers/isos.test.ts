import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenIso } from '../../given-isos.ts';
import { deploy } from '../given-deploy.ts';

const URL = 'https://mirror.example/installer.iso';

let chain: Chain;
let owner: GivenAccount;
beforeAll(async () => {
  chain = await openChain({ settings: { isosPerAccount: 3 } });
  await givenNode(chain.db);
});
afterAll(() => chain.close());
beforeEach(async () => {
  owner = await givenAccount(chain.db, { funds: 100_000n });
});

const as = (who: GivenAccount = owner) => ({ token: who.token });
const add = (body: object = {}) => chain.call('addIso', { body: { name: 'Installer', url: URL, ...body } }, as());
const get = (id: number, who?: GivenAccount) => chain.call('getIso', { params: { id } }, as(who));
const remove = (id: number, who?: GivenAccount) => chain.call('deleteIso', { params: { id } }, as(who));
const settled = async (id: number) => {
  await vi.waitUntil(async () => (await get(id)).body.status !== 'downloading', 20_000);
  return (await get(id)).body;
};

test('modifyServerIsos inserts and ejects ISOs, and sets the next boot device', async () => {
  const { id } = (await deploy(chain, owner)).body;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
  const [first, second] = [(await add()).body.id, (await add({ url: `${URL}?2` })).body.id];
  await Promise.all([settled(first), settled(second)]);
  const modify = async (body: object) => {
    const answer = await chain.call('modifyServerIsos', { params: { id }, body }, as());
    expect(answer.body).toMatchObject({ lock_reason: 'set-media' });
    await chain.serverWhen(id, owner.token, (server) => server.locked === null);
    const { media } = (await readSimulated(chain.home, `srv-${id}`)).spec;
    const name = (path: string | null) => path && Number(/iso-(\d+)\.iso$/.exec(path)?.[1]);
    const drives = [name(media.primary), name(media.secondary), media.bootFrom];
    // The status shows the drives of the machine.
    const { body: status } = await chain.call('getServerStatus', { params: { id } }, as());
    expect(Object.entries(status.drives)).toEqual([
      ['primary_iso_id', drives[0]],
      ['secondary_iso_id', drives[1]],
      ['boot_from', drives[2]],
    ]);
    return drives;
  };
  expect(await modify({ primary_iso_id: first })).toEqual([first, null, 'iso']);
  expect(await modify({ secondary_iso_id: second })).toEqual([first, second, 'iso']);
  expect(await modify({ boot_from: 'disk' })).toEqual([first, second, 'disk']);
  expect((await get(first)).body.servers).toEqual([{ id, hostname: 'web-1' }]);
  expect(await remove(second)).toMatchObject({ status: 423, body: { code: 'locked', lock_reason: 'attached' } });
  expect(await modify({ primary_iso_id: second, secondary_iso_id: null })).toEqual([second, null, 'iso']);
  await chain.call('restartServer', { params: { server: id } }, as());
  await chain.serverWhen(id, owner.token, (server) => server.locked === null);
  expect(await modify({ primary_iso_id: null })).toEqual([null, null, 'disk']);
  expect((await get(first)).body.servers).toEqual([]);
  await vi.waitUntil(async () => (await remove(second)).status === 204);
});

test('deployServer from an ISO creates an empty disk, and does not wait for a guest agent', async () => {
  const iso = (await add()).body.id;
  await settled(iso);
  const request = { image_id: undefined, ssh_keys: undefined, primary_iso_id: iso };
  const answer = await deploy(chain, owner, request);
  expect(answer.status).toBe(201);
  const server = await chain.serverWhen(answer.body.id, owner.token, (one) => one.status === 'active');
  expect(server).toMatchObject({ state: ['running'], locked: null, server_image: { name: 'Own ISO', group: { key: 'custom' } } });
  expect(await readSimulated(chain.home, `srv-${server.id}`)).toMatchObject({
    bootedFrom: 'iso',
    disk: { bootable: false, gb: 10, image: null },
  });
  expect((await remove(iso)).status).toBe(423);
  await chain.call('restartServer', { params: { server: server.id } }, as());
  await chain.serverWhen(server.id, owner.token, (one) => one.locked === null && one.state.includes('running'));
  const images = await chain.call('listServerImages', {}, as());
  expect(images.body.data.map((image: { group: { key: string } }) => image.group.key)).not.toContain('custom');
});

test.each([
  ['password', { password: 'whatever' }],
  ['startup_script', { startup_script: 'true' }],
  ['primary_iso_id', { primary_iso_id: 999_999 }],
  ['secondary_iso_id', { secondary_iso_id: 999_999 }],
])('refuses a deploy from an ISO with a wrong %s at that field', async (field, request) => {
  const iso = (await add()).body.id;
  await settled(iso);
  const answer = await deploy(chain, owner, { image_id: undefined, ssh_keys: undefined, primary_iso_id: iso, ...request });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([field]);
});

test('does not wait for the boot of a server from an ISO, as it may have no guest agent', async () => {
  const { id } = (await deploy(chain, owner)).body;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
  const iso = (await add()).body.id;
  await settled(iso);
  await chain.call('modifyServerIsos', { params: { id }, body: { primary_iso_id: iso } }, as());
  await chain.serverWhen(id, owner.token, (server) => server.locked === null);
  await chain.call('powerOffServer', { params: { id } }, as());
  await chain.serverWhen(id, owner.token, (server) => server.state.includes('stopped') && server.locked === null);
  await chain.call('startServer', { params: { id } }, as());
  await chain.serverWhen(id, owner.token, (server) => server.locked === null);
  expect(await readSimulated(chain.home, `srv-${id}`)).toMatchObject({ bootedFrom: 'iso', power: 'running' });
});

test('refuses an ISO that cannot be inserted at its field', async () => {
  const { id } = (await deploy(chain, owner)).body;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
  const modify = (body: object) => chain.call('modifyServerIsos', { params: { id }, body }, as());
  const refused = async (body: object) => Object.entries((await modify(body)).body.errors)[0];
  expect(await refused({ primary_iso_id: 999_999 })).toEqual(['primary_iso_id', ['This ISO does not exist.']]);
  expect(await refused({ boot_from: 'iso' })).toEqual(['boot_from', [expect.stringContaining('drive has no ISO')]]);
  expect((await refused({}))?.[0]).toBe('primary_iso_id');
  const failed = await givenIso(chain.db, { account_id: owner.accountId, status: 'failed', error: 'So it is.' });
  expect(await refused({ secondary_iso_id: failed })).toEqual([
    'secondary_iso_id',
    ['The download of this ISO failed. Add it again.'],
  ]);
  const coming = await givenIso(chain.db, { account_id: owner.accountId, status: 'downloading' });
  const still = ['This ISO is still being downloaded. Wait until its status is ready.'];
  expect(await refused({ secondary_iso_id: coming })).toEqual(['secondary_iso_id', still]);
  const ordered = await deploy(chain, owner, { image_id: undefined, ssh_keys: undefined, primary_iso_id: coming });
  expect(ordered).toMatchObject({ status: 422, body: { errors: { primary_iso_id: still } } });
  const otherCustomer = await givenAccount(chain.db);
  const theirs = await givenIso(chain.db, { account_id: otherCustomer.accountId });
  expect((await modify({ primary_iso_id: theirs })).status).toBe(403);
});

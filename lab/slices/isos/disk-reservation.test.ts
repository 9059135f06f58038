/** Tests disk reservations of ISO files. They are made before the download, never sold twice, and released. */
import { DownloadError } from '@innkeeper/engine/downloads/port';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { deploy } from '../given-deploy.ts';

const [LARGEST, MOST] = [10, 30];

let chain: Chain;
let owner: GivenAccount;
beforeAll(async () => {
  chain = await openChain({
    simulated: {
      downloads: {
        // A download from an address with `slow` in it never ends.
        fail: async (url, signal) => {
          if (url.includes('gone')) throw new DownloadError('The URL answered with status 404.', { retryable: false });
          if (url.includes('slow')) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        },
      },
    },
  });
  await givenNode(chain.db, { diskGb: 100 });
});
afterAll(() => chain.close());
beforeEach(async () => {
  owner = await givenAccount(chain.db, { funds: 100_000n });
});

const add = (word: string, who = owner) =>
  chain.call('addIso', { body: { name: 'a', url: `https://mirror.example/${word}.iso` } }, { token: who.token });
const remove = (id: number) => chain.call('deleteIso', { params: { id } }, { token: owner.token });
const settled = (id: number) =>
  vi.waitUntil(
    async () => (await chain.call('getIso', { params: { id } }, { token: owner.token })).body.status !== 'downloading',
    20_000,
  );
const used = async () => (await chain.db.selectFrom('nodes').select('disk_gb_used').executeTakeFirstOrThrow()).disk_gb_used;
const ended = () =>
  vi.waitUntil(
    async () => (await chain.db.selectFrom('workflows').select('id').where('finished_at', 'is', null).execute()).length === 0,
    20_000,
  );

test('reserves the maximum size for a download, the actual size for a stored file, and nothing for a deleted one', async () => {
  const before = await used();
  const { id } = (await add('slow')).body;
  expect(await used()).toBe(before + LARGEST);
  expect((await remove(id)).status).toBe(204);
  await ended();
  expect(await used()).toBe(before);
  const small = (await add('small')).body.id;
  await settled(small);
  expect(await used()).toBe(before + 1);
  await settled((await add('gone')).body.id);
  await ended();
  expect(await used()).toBe(before + 1);
  await vi.waitUntil(async () => (await remove(small)).status === 204);
  await ended();
  expect(await used()).toBe(before);
  await assertInvariants(chain);
});

test('limits the GB of an account, including running downloads', async () => {
  const ids: number[] = [];
  for (let i = 0; i < MOST / LARGEST; i += 1) ids.push((await add('slow')).body.id);
  const refused = await add('slow');
  expect(refused.body).toMatchObject({ code: 'no_capacity', message: expect.stringContaining(`${MOST} GB of ISO files`) });
  await remove(ids[0] ?? 0);
  await vi.waitUntil(async () => (await add('small')).status === 201, 20_000);
  for (const id of ids) await remove(id);
  await ended();
});

test('ISO files and servers share one disk: concurrent requests never reserve more than it has', async () => {
  const accounts = await Promise.all(Array.from({ length: 12 }, () => givenAccount(chain.db)));
  const before = await used();
  const answers = await Promise.all(accounts.map((who) => add('slow', who)));
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(
    Math.floor((100 - before) / LARGEST),
  );
  expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({ code: 'no_capacity' });
  expect(await used()).toBeLessThanOrEqual(100);
  const left = 100 - (await used());
  if (left < 10) expect((await deploy(chain, owner)).body).toMatchObject({ code: 'no_capacity' });
});

import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { DownloadError } from '@innkeeper/engine/downloads/port';
import { simulatedContent } from '@innkeeper/engine/downloads/simulated';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenIso } from '../../given-isos.ts';

const URL = 'https://mirror.example/installer.iso';

let chain: Chain;
let owner: GivenAccount;
beforeAll(async () => {
  chain = await openChain({
    settings: { isosPerAccount: 3 },
    simulated: {
      downloads: {
        // A download from an address with `slow` in it never ends.
        fail: async (url, signal) => {
          if (url.includes('gone')) throw new DownloadError('The URL answered with status 404.', { retryable: false });
          if (url.includes('no-room')) throw new DownloadError('No room.', { retryable: false, fault: 'operator' });
          if (url.includes('slow')) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        },
      },
    },
  });
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
const operation = (iso: number) =>
  chain.db
    .selectFrom('workflows')
    .selectAll()
    .where('kind', '=', 'iso.download')
    .where('resource_id', '=', iso)
    .executeTakeFirstOrThrow();
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

test('addIso downloads a file; getIso shows its size and checksum once it is complete', async () => {
  const answer = await add();
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ name: 'Installer', status: 'downloading', url: URL, size: null, error: null, servers: [] });
  const content = simulatedContent(URL);
  expect(await settled(answer.body.id)).toMatchObject({
    status: 'ready',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    error: null,
  });
  const row = await chain.db
    .selectFrom('iso_files')
    .select('path')
    .where('iso_id', '=', answer.body.id)
    .executeTakeFirstOrThrow();
  expect(await readFile(row.path, 'utf8')).toBe(content);
});

test('a failed download reports its reason', async () => {
  const gone = await settled((await add({ url: 'https://mirror.example/gone.iso' })).body.id);
  expect(gone).toMatchObject({ status: 'failed', error: 'The URL answered with status 404.' });
  const other = await settled((await add({ sha256: '0'.repeat(64) })).body.id);
  expect(other).toMatchObject({ status: 'failed', error: expect.stringContaining('checksum of the file does not match') });
});

test.each([
  'ftp://mirror.example/a.iso',
  'http://127.0.0.1/a.iso',
  'http://127.1/a.iso',
  'http://[::ffff:10.0.0.1]/a.iso',
  'http://169.254.169.254/latest/meta-data/',
  'http://user:secret@mirror.example/a.iso',
  'http://mirror.example:22/a.iso',
  'nonsense',
])('refuses to download from %s', async (url) => {
  const answer = await add({ url });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual(['url']);
});

test('an account has a limited number of ISOs, and can add one after deleting one', async () => {
  const ids: number[] = [];
  for (let i = 0; i < 3; i += 1) ids.push((await add()).body.id);
  const fourth = await add();
  expect(fourth.body).toMatchObject({ code: 'no_capacity' });
  expect(fourth.body.message).toContain('3 ISO files');
  for (const id of ids) await settled(id);
  await vi.waitUntil(async () => (await remove(ids[0] as number)).status === 204);
  expect((await add()).status).toBe(201);
});

test('listIsos shows ISOs of the account and of the operator, and no others', async () => {
  const otherCustomer = await givenAccount(chain.db);
  await givenIso(chain.db, { account_id: otherCustomer.accountId, name: 'theirs' });
  const shared = await givenIso(chain.db, { account_id: null, name: 'for all', url: null });
  const own = await givenIso(chain.db, { account_id: owner.accountId, name: 'mine' });
  const { body } = await chain.call('listIsos', {}, as());
  expect(body.data.map((iso: { name: string }) => iso.name)).toEqual(expect.arrayContaining(['mine', 'for all']));
  expect(body.data.map((iso: { name: string }) => iso.name)).not.toContain('theirs');
  expect(body.meta.total).toBe(body.data.length);
  expect((await get(shared)).body).toMatchObject({ name: 'for all', url: null });
  expect((await get(own, otherCustomer)).status).toBe(403);
  expect((await remove(shared)).status).toBe(403);
  expect((await get(999_999)).status).toBe(404);
  expect((await remove(999_999)).status).toBe(404);
});

test('deleteIso deletes the row and the file', async () => {
  const { id } = (await add()).body;
  await settled(id);
  const { path } = await chain.db.selectFrom('iso_files').select('path').where('iso_id', '=', id).executeTakeFirstOrThrow();
  expect(await isThere(path)).toBe(true);
  await vi.waitUntil(async () => (await remove(id)).status === 204);
  expect((await get(id)).status).toBe(404);
  await vi.waitUntil(async () => !(await isThere(path)));
});

test('deleteIso stops a running download', async () => {
  const slow = (await add({ url: 'https://mirror.example/slow.iso' })).body.id;
  await vi.waitUntil(async () => (await operation(slow)).begun_at !== null);
  expect((await remove(slow, await givenAccount(chain.db))).status).toBe(403);
  expect((await remove(slow)).status).toBe(204);
  expect((await get(slow)).status).toBe(404);
  expect((await remove(slow)).status).toBe(404);
  await vi.waitUntil(async () => (await operation(slow)).state === 'undone', 20_000);
  expect(
    await chain.db.selectFrom('locks').selectAll().where('kind', '=', 'iso').where('resource_id', '=', slow).execute(),
  ).toEqual([]);
  expect((await chain.engine.downloads.list()).filter(({ name }) => name === `iso-${slow}`)).toEqual([]);
});

test('opens an alert for failures that the operator can fix, not for those that the customer can fix', async () => {
  const alertsOf = (id: number) =>
    chain.db.selectFrom('operator_alerts').selectAll().where('resource_kind', '=', 'iso').where('resource_id', '=', id).execute();
  const wrong = (await add({ sha256: '0'.repeat(64) })).body.id;
  expect(await settled(wrong)).toMatchObject({ status: 'failed', error: expect.stringContaining('checksum') });
  expect(await alertsOf(wrong)).toEqual([]);
  const full = (await add({ url: 'https://mirror.example/no-room.iso' })).body.id;
  expect(await settled(full)).toMatchObject({ status: 'failed' });
  expect(await alertsOf(full)).toMatchObject([{ kind: 'workflow_undone' }]);
});

import { type Lab, openLab } from '@innkeeper/lab/app';
import { givenAccount } from '@innkeeper/lab/given';
import { givenOperatorCx } from '@innkeeper/lab/given-cx';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addImage, buildImage, listRepairable, pruneImages, registerImage, repairImage } from './images.staff.ts';

let lab: Lab;
let operator: Operator;
let token: string;
beforeAll(async () => {
  lab = await openLab();
  operator = openOperator(lab);
  token = (await givenAccount(lab.db)).token;
});
afterAll(() => lab.close());

const offered = async () => {
  const { body } = await lab.call('listServerImages', {}, { token });
  return (body.data as { name: string; eol: boolean }[]).map(({ name }) => name);
};
const STORED = { path: 'images/registered/mine.qcow2', format: 'qcow2' } as const;
const FILE = { ...STORED, source: { sha256: '0'.repeat(64), at: '2026-11-28T12:00:00Z' }, measured: null };
const MINE = {
  ...{ key: 'mine', name: 'Mine', group: 'debian', sha256: '0'.repeat(64) },
  ...{ minimum_ram: 2, eol: false, ssh_keys: true, untested: false },
};

test('registerImage and buildImage put an image on sale once its file exists, with an audit line', async () => {
  const known = { name: 'Debian 13', group: 'debian', minimum_ram_gb: 1 };
  await lab.db.transaction().execute(async (trx) => {
    const cx = givenOperatorCx(trx);
    expect(await registerImage(cx, MINE, { ...FILE, reports: 'line' })).toMatchObject({
      key: 'mine',
      minimum_ram_gb: 2,
      disabled_at: null,
      ...STORED,
    });
    expect(await registerImage(cx, { ...MINE, user_data: 'script' }, { ...FILE, reports: 'line' })).toMatchObject({
      user_data: 'script',
    });
    // A newer build keeps it.
    expect(await registerImage(cx, MINE, { ...FILE, reports: 'line' })).toMatchObject({ user_data: 'script' });
    await buildImage(cx, { key: 'debian-13', fresh: false }, { known, file: FILE });
    await expect(registerImage(cx, { ...MINE, group: 'none' }, { ...FILE, reports: 'agent' })).rejects.toThrow(
      'Group none does not exist.',
    );
  });
  expect(await offered()).toEqual(expect.arrayContaining(['Mine', 'Debian 13']));
  const lines = await lab.db.selectFrom('audit_log').select(['action', 'details']).orderBy('id').execute();
  expect(lines).toMatchObject([
    ...Array(3).fill({ action: 'registerImage', details: { key: 'mine', sha256: MINE.sha256 } }),
    { action: 'buildImage', details: { key: 'debian-13' } },
  ]);
});

test('addImage sells an image of a vendor in a group of its own, and pruneImages names the files without an image', async () => {
  const family = { key: 'vendor', name: 'Vendor' };
  const entry = { key: 'vendor-1', name: 'Vendor 1', family, memoryMb: 1536, supportedUntil: '2099-12-31' };
  const source = { url: 'https://vendor.example/1.qcow2', sha256: '2'.repeat(64), signed_by: 'not signed', at: FILE.source.at };
  const file = { ...FILE, path: 'images/registered/vendor-1.qcow2', source, reports: 'line' } as const;
  const unnamed = await lab.db.transaction().execute(async (trx) => {
    const cx = givenOperatorCx(trx);
    const added = await addImage(cx, entry, file);
    expect(added).toMatchObject({ group: 'vendor', minimum_ram_gb: 2, eol: false, reports: 'line', disabled_at: null });
    return pruneImages(cx, ['vendor-1.qcow2', 'mine.qcow2', 'older.qcow2'], { deletes: true });
  });
  expect(unnamed).toEqual(['older.qcow2']);
  const lines = await lab.db.selectFrom('audit_log').select(['action', 'details']).orderBy('id', 'desc').limit(2).execute();
  expect(lines).toMatchObject([
    { action: 'pruneImages', details: { files: ['older.qcow2'] } },
    { action: 'addImage', details: { key: 'vendor-1', signed_by: 'not signed' } },
  ]);
});

test('setImage, disableImage and enableImage change the offered images', async () => {
  expect(await operator.run('setImage', { key: 'tiny', name: 'Small', eol: true })).toMatchObject({ name: 'Small', eol: true });
  expect(await offered()).toContain('Small');
  expect(await operator.run('setImage', { key: 'tiny', user_data: 'cloud-init' })).toMatchObject({ user_data: 'cloud-init' });
  await operator.run('disableImage', { key: 'tiny' });
  expect(await offered()).not.toContain('Small');
  await operator.run('enableImage', { key: 'tiny' });
  expect(await offered()).toContain('Small');
  expect((await operator.run('listImages')).data.map(({ key }) => key)).toContain('tiny');
  await expect(operator.run('setImage', { key: 'tiny' })).rejects.toThrow('Name at least one change.');
  await expect(operator.run('enableImage', { key: 'none' })).rejects.toThrow('Image none does not exist.');
});

test('repairImage replaces a missing file, unless another one was registered meanwhile', async () => {
  const found = { path: '/srv/engine/images/registered/mine.raw', stored: 'images/registered/mine.raw', bytes: 4 };
  const file = { ...FILE, path: found.stored, measured: { bytes: 4n, sha256: '1'.repeat(64) } };
  await lab.db.updateTable('images').set({ missing_since: new Date() }).where('key', '=', 'mine').execute();
  const outcomes = await lab.db.transaction().execute(async (trx) => {
    const cx = givenOperatorCx(trx);
    const [row] = await listRepairable(cx, 'mine');
    if (!row) return [];
    return [await repairImage(cx, row, { file, found }), await repairImage(cx, row, { file: FILE, found: null })];
  });
  expect(outcomes).toEqual(['repaired', 'present']);
  const row = await lab.db.selectFrom('images').selectAll().where('key', '=', 'mine').executeTakeFirstOrThrow();
  expect(row).toMatchObject({ path: found.stored, bytes: 4n, sha256: '1'.repeat(64), missing_since: null });
  await expect(operator.run('repairImage', { file: '/a' })).rejects.toThrow('Name the image');
});

test('an image requires exactly one source', async () => {
  const register = (more: object) => operator.run('registerImage', { ...MINE, ...more });
  await expect(register({})).rejects.toThrow('Give either --file or --url.');
  await expect(register({ file: '/a', url: 'https://mirror.example/a' })).rejects.toThrow('Give either');
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orphanedFilesIn } from './orphaned-files.ts';

let machines: string;
beforeAll(async () => {
  machines = await mkdtemp(join(tmpdir(), 'innkeeper-orphans-'));
});
afterAll(() => rm(machines, { recursive: true }));

const lay = async (path: string, text = '') => {
  await mkdir(dirname(join(machines, path)), { recursive: true });
  await writeFile(join(machines, path), text);
};
const found = async () =>
  (await orphanedFilesIn(machines)).map(({ machineId, path }) => `${machineId}: ${path.slice(machines.length + 1)}`).sort();

it('finds files of unfinished operations, and none of complete machines', async () => {
  expect(await orphanedFilesIn(join(machines, 'nowhere'))).toEqual([]);
  const record = {
    disk: 'disk-1.qcow2',
    base: { name: 'base-1', format: 'qcow2' },
    seed: 'seed-1.iso',
    rescue: null,
    drives: { primary: 'iso-1', secondary: null },
  };
  await lay('srv-1/machine.json', JSON.stringify(record));
  for (const name of ['base-1', 'process.json', 'serial.log', 'vm/disk-1.qcow2', 'vm/seed-1.iso', 'vm/iso-1', 'vm/act.sock'])
    await lay(`srv-1/${name}`);
  for (const name of ['NOTES', 'notes', 'Made by hand/disk-1.qcow2']) await lay(name);
  expect(await found()).toEqual([]);

  for (const name of ['base-2', 'vm/disk-2.qcow2', 'vm/seed-2.iso', 'vm/rescue-1.iso', 'vm/copy.qcow2'])
    await lay(`srv-1/${name}`);
  await lay('.draft-srv-2/vm/disk-1.qcow2');
  await lay('.gone-srv-3/machine.json', JSON.stringify(record));
  await lay('srv-4/vm/disk-1.qcow2');
  expect(await found()).toEqual([
    'srv-1: srv-1/base-2',
    'srv-1: srv-1/vm/copy.qcow2',
    'srv-1: srv-1/vm/disk-2.qcow2',
    'srv-1: srv-1/vm/rescue-1.iso',
    'srv-1: srv-1/vm/seed-2.iso',
    'srv-2: .draft-srv-2',
    'srv-3: .gone-srv-3',
    'srv-4: srv-4',
  ]);
});

import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../host/run.ts';
import type { ImageFile } from '../../images/port.ts';
import { SILENT_LOG } from '../../log.ts';
import { exampleSpec } from '../spec.example.ts';
import { makeDisk } from './disk.ts';
import { QemuCompute } from './driver.ts';

let directory = '';
const image = (name: string, format: 'qcow2' | 'raw' = 'qcow2') => ({ key: name, path: join(directory, name), format });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-disk-'));
  await run('qemu-img', ['create', '-q', '-f', 'qcow2', join(directory, 'plain'), '1G']);
  await writeFile(join(directory, 'secret'), "the host's own file".padEnd(512));
  await run('qemu-img', [
    'create',
    '-q',
    '-u',
    '-f',
    'qcow2',
    '-b',
    join(directory, 'secret'),
    '-F',
    'raw',
    join(directory, 'backed'),
    '1G',
  ]);
  await run('qemu-img', [
    'create',
    '-q',
    '-f',
    'qcow2',
    '-o',
    `data_file=${join(directory, 'data')}`,
    join(directory, 'outside'),
    '1G',
  ]);
});
afterAll(() => rm(directory, { recursive: true }));

const make = (source: ImageFile, diskGb: number) => {
  const place = { path: directory, vm: directory };
  return makeDisk(place, place, { source: { from: 'image', image: source }, diskGb });
};

it('creates an overlay of the requested size, over a base that stays when the image is deleted', async () => {
  const { disk, base } = await make(image('plain'), 3);
  const info = JSON.parse(await run('qemu-img', ['info', '--output=json', join(directory, disk)])) as Record<string, unknown>;
  expect(info).toMatchObject({ 'virtual-size': 3 * 2 ** 30, 'backing-filename': join(directory, base?.name ?? '') });
  expect((await stat(join(directory, base?.name ?? ''))).ino).toBe((await stat(join(directory, 'plain'))).ino);
});

it.each(['backed', 'outside'])('refuses an image that refers to a file of the host (%s)', async (name) => {
  await expect(make(image(name), 3)).rejects.toMatchObject({ kind: 'image', retryable: false });
});

it('refuses an image that is missing or larger than the disk, and leaves no base behind', async () => {
  const before = (await readdir(directory)).sort();
  await expect(make(image('absent'), 3)).rejects.toMatchObject({ kind: 'image', retryable: false });
  await expect(make(image('plain'), 0.5)).rejects.toMatchObject({ kind: 'image', retryable: false });
  expect((await readdir(directory)).sort()).toEqual(before);
});

it('creates and rebuilds a machine from an image below the directory of the engine, and keeps its disk if the image is gone', async () => {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-engine-'));
  try {
    await mkdir(join(home, 'images'));
    await copyFile(join(directory, 'plain'), join(home, 'images', 'plain'));
    const compute = new QemuCompute({ home, projectRoot: home, log: SILENT_LOG, system: async () => null });
    const source = (path: string) => ({ from: 'image', image: { key: 'plain', path, format: 'qcow2' } }) as const;
    const example = exampleSpec();
    const { machineId, seed, diskGb } = example;
    await compute.create({ ...example, source: source('images/plain') });
    const disks = async () => (await readdir(join(home, 'machines', machineId), { recursive: true })).sort();
    const before = await disks();
    expect(before.some((name) => name.startsWith('base'))).toBe(true);
    const rebuild = (path: string) => compute.rebuild(machineId, { source: source(path), diskGb, seed });
    await expect(rebuild('images/gone')).rejects.toMatchObject({ kind: 'image', retryable: false });
    expect(await disks()).toEqual(before);
    await rebuild('/old/house/engine/images/plain');
    expect(await disks()).not.toEqual(before);
  } finally {
    await rm(home, { recursive: true });
  }
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeFileSystem, mountOf, parseMounts } from './mounts.ts';

const MOUNTS = parseMounts(
  [
    '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
    '30 22 8:17 / /srv/house\\040disk rw shared:7 master:2 - xfs /dev/disk\\0402 rw,noquota',
    '31 22 0:5 / /srv rw - tmpfs tmpfs rw',
    '40 22 8:33 / /srv rw - btrfs /dev/sdc1 rw',
    '',
  ].join('\n'),
);

test('finds the mount of a path, with spaces in its name, and the latest of one point', () => {
  expect(mountOf('/srv/house disk/engine', MOUNTS)).toEqual({ point: '/srv/house disk', type: 'xfs', source: '/dev/disk 2' });
  expect(mountOf('/srv/house disk', MOUNTS)?.source).toBe('/dev/disk 2');
  expect(mountOf('/srv/house', MOUNTS)?.source).toBe('/dev/sdc1');
  expect(mountOf('/srv2', MOUNTS)?.source).toBe('/dev/sda1');
});

test('describes the file system of a directory of this host, and no missing one', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'innkeeper-mounts-'));
  try {
    expect(await describeFileSystem(directory)).toMatch(/^\S.* \(\w+\) at \/.*$/);
    expect(await describeFileSystem(join(directory, 'missing'))).toBeNull();
  } finally {
    await rm(directory, { recursive: true });
  }
});

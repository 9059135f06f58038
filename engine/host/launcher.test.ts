import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findLauncher, isBootedBySystemd, scopePrefix } from './launcher.ts';

const SCOPE = { name: 'srv-12', description: 'Innkeeper guest srv-12' };
const COMMON = [
  '--slice=innkeeper-guests.slice',
  '--unit=innkeeper-srv-12-rs',
  '--description=Innkeeper guest srv-12',
  '-p',
  'Before=innkeeper-guests.service',
];

it('starts a process in a scope of its own, which ends after the guests are shut down', () => {
  expect(scopePrefix({ systemd: 257 }, SCOPE, 1_000)).toEqual([
    ...['systemd-run', '--scope', '--collect', '--quiet', '--expand-environment=no'],
    ...COMMON,
    '--',
  ]);
});

it('omits an option that systemd 252 lacks', () => {
  expect(scopePrefix({ systemd: 252 }, SCOPE, 1_000)).toEqual([
    ...['systemd-run', '--scope', '--collect', '--quiet'],
    ...COMMON,
    '--',
  ]);
});

it('limits memory and CPU', () => {
  const prefix = scopePrefix({ systemd: 257 }, { ...SCOPE, bounds: { cpus: 2, memoryBytes: 870_318_080.4 } }, 1_000);
  expect(prefix.slice(-7)).toEqual(['-p', 'MemoryMax=870318080', '-p', 'CPUQuota=200%', '-p', 'CPUWeight=200', '--']);
  const largest = scopePrefix({ systemd: 257 }, { ...SCOPE, bounds: { cpus: 129, memoryBytes: 1 } }, 1_000);
  expect(largest).toContain('CPUWeight=10000');
});

it('adds no prefix if systemd is not PID 1', async () => {
  const root = await mkdtemp(join(tmpdir(), 'innkeeper-launcher-'));
  try {
    expect(await findLauncher(root)).toEqual({ systemd: null });
    expect(scopePrefix({ systemd: null }, SCOPE)).toEqual([]);
    await mkdir(join(root, 'run/systemd/system'), { recursive: true });
    expect(await isBootedBySystemd(root)).toBe(true);
  } finally {
    await rm(root, { recursive: true });
  }
});

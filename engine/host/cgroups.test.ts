import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCgroups, limitProcess, NO_CGROUPS, removeCgroup } from './cgroups.ts';

/** Plain files replace those of the kernel. Real control groups are tested with a real guest. */
describe.skipIf(process.getuid?.() !== 0)('control groups', () => {
  let root = '';
  const written = (path: string) => readFile(join(root, path), 'utf8');
  const made = async (...paths: string[]) => {
    for (const path of paths) {
      await mkdir(join(root, path, '..'), { recursive: true });
      await writeFile(join(root, path), '');
    }
  };
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'innkeeper-cgroups-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it('reports when the kernel has none, and limits nothing', async () => {
    const found = await findCgroups(root);
    expect(found).toMatchObject({
      version: null,
      cpu: false,
      memory: false,
      why: expect.stringContaining('no writable control groups'),
    });
    await limitProcess('a-srv-1', 1, { cpus: 1, memoryBytes: 1 }, found, root);
    await removeCgroup('a-srv-1', NO_CGROUPS, root);
  });

  it('writes the files of version 2, and enables the controllers for subgroups', async () => {
    const group = 'innkeeper/a-srv-1';
    await made('cgroup.subtree_control', 'innkeeper/cgroup.subtree_control', `${group}/cpu.max`, `${group}/memory.max`);
    await writeFile(join(root, 'cgroup.controllers'), 'cpu io memory pids\n');
    const found = await findCgroups(root);
    expect(found).toMatchObject({ version: 2, cpu: true, memory: true });
    await limitProcess('a-srv-1', 4711, { cpus: 2, memoryBytes: 5e8 }, found, root);
    expect(await written(`${group}/cpu.max`)).toBe('200000 100000');
    expect(await written(`${group}/memory.max`)).toBe('500000000');
    expect(await written(`${group}/cgroup.procs`)).toBe('4711');
    expect(await written('innkeeper/cgroup.subtree_control')).toBe('+memory');
  });

  it('writes the files of version 1 for the controllers that exist', async () => {
    const group = 'memory/innkeeper/a-srv-1';
    await made('memory/cgroup.procs', `${group}/memory.limit_in_bytes`);
    const found = await findCgroups(root);
    expect(found).toMatchObject({ version: 1, cpu: false, memory: true, why: 'control groups (version 1) limit memory' });
    await limitProcess('a-srv-1', 4711, { cpus: 2, memoryBytes: 5e8 }, found, root);
    expect(await written(`${group}/memory.limit_in_bytes`)).toBe('500000000');
    expect(await written(`${group}/cgroup.procs`)).toBe('4711');
  });
});

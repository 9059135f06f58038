/**
 * Limits CPU and memory of a guest's process with a control group per machine (version 1 or 2). Without writable control groups guests run
 * without limits, and `why` of `CgroupsFound` contains the reason.
 */
import { access, constants, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNodeError } from '../atomic.ts';

export interface ResourceLimits {
  /** Number of CPUs, which may be fractional. */
  cpus: number;
  memoryBytes: number;
}

export interface CgroupsFound {
  version: 1 | 2 | null;
  cpu: boolean;
  memory: boolean;
  why: string;
}

const ROOT = '/sys/fs/cgroup';
const PARENT = 'innkeeper';
const PERIOD_US = 100_000;
type Controller = 'cpu' | 'memory';

export const NO_CGROUPS: CgroupsFound = { version: null, cpu: false, memory: false, why: 'not tested yet' };

/** Finds the control groups of this host. Read only. */
export async function findCgroups(root = ROOT): Promise<CgroupsFound> {
  if (process.getuid?.() !== 0) return { ...NO_CGROUPS, why: 'not root: control groups are not writable' };
  const unified = (await readFile(join(root, 'cgroup.controllers'), 'utf8').catch(() => '')).split(/\s+/);
  const version = unified.includes('cpu') || unified.includes('memory') ? 2 : 1;
  const has = (one: Controller) =>
    isWritable(version === 2 ? join(root, 'cgroup.subtree_control') : join(root, one, 'cgroup.procs')).then(
      (writable) => writable && (version === 1 || unified.includes(one)),
    );
  const [cpu, memory] = [await has('cpu'), await has('memory')];
  if (!cpu && !memory) return { ...NO_CGROUPS, why: 'this host has no writable control groups for CPU or memory' };
  const what = [cpu ? 'CPU' : '', memory ? 'memory' : ''].filter((word) => word !== '').join(' and ');
  return { version, cpu, memory, why: `control groups (version ${version}) limit ${what}` };
}

/** Enables the controllers in the parent groups, as version 2 requires. */
async function delegate(root: string, { cpu, memory }: Pick<CgroupsFound, Controller>): Promise<void> {
  await mkdir(join(root, PARENT), { recursive: true });
  for (const directory of [root, join(root, PARENT)]) {
    for (const [one, has] of Object.entries({ cpu, memory })) {
      if (has) await writeFile(join(directory, 'cgroup.subtree_control'), `+${one}`);
    }
  }
}

/** Moves a process and its future children into a control group with these limits. Replaces earlier limits. */
export async function limitProcess(
  name: string,
  pid: number,
  bounds: ResourceLimits,
  found: CgroupsFound,
  root = ROOT,
): Promise<void> {
  if (found.version === 2) await delegate(root, found);
  for (const directory of directoriesOf(root, found, name)) {
    await mkdir(directory, { recursive: true });
    for (const [file, value] of filesOf(found, bounds)) {
      if (await isWritable(join(directory, file))) await writeFile(join(directory, file), value);
    }
    await writeFile(join(directory, 'cgroup.procs'), String(pid));
  }
}

/** Removes the control group. Its processes have ended or are about to end. */
export async function removeCgroup(name: string, found: CgroupsFound, root = ROOT): Promise<void> {
  for (const directory of directoriesOf(root, found, name)) {
    for (let tries = 0; tries < 50; tries++) {
      try {
        await rmdir(directory);
        break;
      } catch (error) {
        if (isNodeError(error, 'ENOENT')) break;
        if (!isNodeError(error, 'EBUSY')) throw error;
        await sleep(20);
      }
    }
  }
}

/** Returns the control files and their values. Pure. */
function filesOf({ version }: CgroupsFound, { cpus, memoryBytes }: ResourceLimits): [string, string][] {
  const quota = Math.round(cpus * PERIOD_US);
  const bytes = String(Math.round(memoryBytes));
  if (version === 2) {
    return [
      ['cpu.max', `${quota} ${PERIOD_US}`],
      ['cpu.weight', String(Math.min(10_000, Math.round(100 * cpus)))],
      ['memory.max', bytes],
    ];
  }
  return [
    ['cpu.cfs_period_us', String(PERIOD_US)],
    ['cpu.cfs_quota_us', String(quota)],
    ['cpu.shares', String(Math.min(262_144, Math.round(1_024 * cpus)))],
    ['memory.limit_in_bytes', bytes],
  ];
}

/** Lists the group's directories. Version 1 has a hierarchy per controller. */
function directoriesOf(
  root: string,
  { version, cpu, memory }: Pick<CgroupsFound, 'version' | Controller>,
  name: string,
): string[] {
  if (version === null) return [];
  if (version === 2) return [join(root, PARENT, name)];
  return [...(cpu ? [join(root, 'cpu', PARENT, name)] : []), ...(memory ? [join(root, 'memory', PARENT, name)] : [])];
}

async function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

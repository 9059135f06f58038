/**
 * Manages the temporary directories of image builds ("drafts"). A draft is named after the process that builds in it, so the draft of a
 * dead process can be recognised by its name.
 */
import { mkdtemp, readdir, readlink, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { days } from '@innkeeper/model/time/clock';
import { isNodeError } from '../atomic.ts';
import { EngineError } from '../error.ts';
import { readMounts } from '../host/mounts.ts';
import { hostBoot, isAlive, recordOf } from '../host/process.ts';
import { removeTrees } from '../host/remove.ts';
import { attempt } from '../host/run.ts';

export interface StaleDraft {
  path: string;
  /** Mount points below the draft, outermost first. */
  mounts: string[];
}

const DRAFT = /^\.?draft-(\d+-\d+-[0-9a-f]{8})(?![0-9a-f])/;
const OWNER = /^(\d+)-(\d+)-([0-9a-f]{4})([0-9a-f]{4})$/;
/** A download takes at most 12 hours. */
const MAX_IDLE_MS = days(1);

/** Returns a mark of this process, such as `4711-123456-1a2b00fc`: process id, start time, the host's boot id and the PID namespace. */
export async function ownerMark(): Promise<string> {
  const record = await recordOf(process.pid);
  if (record === null) throw new EngineError('host', 'this process is not in /proc');
  return `${record.pid}-${record.startTime}-${bootDigits(record.hostBoot)}${await pidNamespace()}`;
}

/**
 * Returns whether the process with this mark still runs. A container has its own process ids, so a process of another PID namespace counts as
 * running until its file `path` was unchanged for `maxIdleMs`.
 */
export async function isOwnerAlive(mark: string, { path, maxIdleMs }: { path: string; maxIdleMs: number }): Promise<boolean> {
  const [, pid, startTime = '', boot, namespace] = OWNER.exec(mark) ?? [];
  const now = await hostBoot();
  if (boot !== bootDigits(now)) return false;
  if (namespace === (await pidNamespace())) return isAlive({ pid: Number(pid), startTime, hostBoot: now });
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs < maxIdleMs,
    () => false,
  );
}

const bootDigits = (boot: string): string => boot.slice(0, 4);

/** Returns four hexadecimal digits of the PID namespace of this process. Its number counts up on a host. */
async function pidNamespace(): Promise<string> {
  const [number = '0'] = /\d+/.exec(await readlink('/proc/self/ns/pid')) ?? [];
  return Number(number).toString(16).slice(-4).padStart(4, '0');
}

/** Returns a name such as `draft-4711-123456-1a2b00fc`. A leading dot is allowed in directory names. */
export const draftName = async (): Promise<string> => `draft-${await ownerMark()}`;

/** Creates an empty draft of this process. */
export async function makeDraft(directory: string): Promise<string> {
  return mkdtemp(join(directory, `.${await draftName()}-`));
}

/** Lists the drafts of dead processes in one directory. */
export async function staleDraftsIn(directory: string): Promise<StaleDraft[]> {
  const stale: StaleDraft[] = [];
  for (const name of await namesIn(directory)) {
    const path = join(directory, name);
    if (await isStale(path)) stale.push({ path, mounts: await mountsBelow(path) });
  }
  return stale;
}

/** Lists the drafts of dead processes in all image directories. */
export async function staleDraftsBelow(images: string): Promise<StaleDraft[]> {
  const all = await Promise.all((await namesIn(images)).map((name) => staleDraftsIn(join(images, name))));
  return all.flat();
}

/** Unmounts and removes the drafts of dead processes in all image directories. `doctor` names those that this process may not remove. */
export async function sweepDrafts(images: string): Promise<void> {
  for (const name of await namesIn(images)) await removeStaleDrafts(join(images, name)).catch(() => {});
}

/** Unmounts and removes the drafts of dead processes in one directory. */
export async function removeStaleDrafts(directory: string): Promise<void> {
  for (const { path, mounts } of await staleDraftsIn(directory)) {
    // A process that still uses the mount releases it when it ends.
    for (const mount of mounts.reverse()) await attempt('umount', ['--lazy', '--', mount]);
    await removeTrees([path]);
  }
}

async function isStale(path: string): Promise<boolean> {
  const name = basename(path);
  const [, mark] = DRAFT.exec(name) ?? [];
  // A draft without a process id comes from an older release.
  return mark === undefined ? name.startsWith('.draft-') : !(await isOwnerAlive(mark, { path, maxIdleMs: MAX_IDLE_MS }));
}

/** Lists the mount points below a directory, in the order in which they were mounted. */
async function mountsBelow(directory: string): Promise<string[]> {
  return (await readMounts()).map(({ point }) => point).filter((point) => point.startsWith(`${directory}/`));
}

async function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: unknown) => {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  });
}

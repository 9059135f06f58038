/**
 * Manages the temporary directories of image builds ("drafts"). A draft is named after the process that builds in it, so the draft of a
 * dead process can be recognised by its name.
 */
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
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
const OWNER = /^(\d+)-(\d+)-([0-9a-f]{8})$/;

/** Returns a mark of this process, such as `4711-123456-1a2b3c4d`: process id, start time, the host's boot id. */
export async function ownerMark(): Promise<string> {
  const record = await recordOf(process.pid);
  if (record === null) throw new EngineError('host', 'this process is not in /proc');
  return `${record.pid}-${record.startTime}-${record.hostBoot.slice(0, 8)}`;
}

/** Returns whether the process with this mark still runs. */
export async function isOwnerAlive(mark: string): Promise<boolean> {
  const [, pid, startTime = '', boot = ''] = OWNER.exec(mark) ?? [];
  const now = await hostBoot();
  return now.startsWith(boot) && (await isAlive({ pid: Number(pid), startTime, hostBoot: now }));
}

/** Returns a name such as `draft-4711-123456-1a2b3c4d`. A leading dot is allowed in directory names. */
export const draftName = async (): Promise<string> => `draft-${await ownerMark()}`;

/** Creates an empty draft of this process. */
export async function makeDraft(directory: string): Promise<string> {
  return mkdtemp(join(directory, `.${await draftName()}-`));
}

/** Lists the drafts of dead processes in one directory. */
export async function staleDraftsIn(directory: string): Promise<StaleDraft[]> {
  const stale: StaleDraft[] = [];
  for (const name of await namesIn(directory)) {
    if (await isStale(name)) stale.push({ path: join(directory, name), mounts: await mountsBelow(join(directory, name)) });
  }
  return stale;
}

/** Lists the drafts of dead processes in all image directories. */
export async function staleDraftsBelow(images: string): Promise<StaleDraft[]> {
  const all = await Promise.all((await namesIn(images)).map((name) => staleDraftsIn(join(images, name))));
  return all.flat();
}

/** Unmounts and removes the drafts of dead processes. */
export async function removeStaleDrafts(directory: string): Promise<void> {
  for (const { path, mounts } of await staleDraftsIn(directory)) {
    // A process that still uses the mount releases it when it ends.
    for (const mount of mounts.reverse()) await attempt('umount', ['--lazy', '--', mount]);
    await removeTrees([path]);
  }
}

async function isStale(name: string): Promise<boolean> {
  const [, mark] = DRAFT.exec(name) ?? [];
  // A draft without a process id comes from an older release.
  return mark === undefined ? name.startsWith('.draft-') : !(await isOwnerAlive(mark));
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

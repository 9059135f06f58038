/**
 * Where images are made before they are whole. A draft is named by the process that makes it, so that what a dead one has left is
 * known by its name.
 */
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError } from '../atomic.ts';
import { EngineError } from '../compute/port.ts';
import { hostBoot, isAlive, recordOf } from '../compute/qemu/process.ts';
import { removeTrees } from '../host/remove.ts';
import { attempt } from '../host/run.ts';

export interface StaleDraft {
  path: string;
  /** What is mounted in it, the outer first: builds had no mounts of their own once. */
  mounts: string[];
}

const DRAFT = /^\.?draft-(\d+)-(\d+)-([0-9a-f]{8})(?![0-9a-f])/;

/** `draft-4711-123456-1a2b3c4d`: process, its start, the host's boot. What begins with it, or with a dot and it, is ours. */
export async function draftName(): Promise<string> {
  const record = await recordOf(process.pid);
  if (record === null) throw new EngineError('host', 'this process is not in /proc');
  return `draft-${record.pid}-${record.startTime}-${record.hostBoot.slice(0, 8)}`;
}

/** An empty directory of this process. */
export async function makeDraft(directory: string): Promise<string> {
  return mkdtemp(join(directory, `.${await draftName()}-`));
}

/** What nobody makes any more, in one directory. */
export async function staleDraftsIn(directory: string): Promise<StaleDraft[]> {
  const stale: StaleDraft[] = [];
  for (const name of await namesIn(directory)) {
    if (await isStale(name)) stale.push({ path: join(directory, name), mounts: await mountsBelow(join(directory, name)) });
  }
  return stale;
}

/** In the directories of all images. */
export async function staleDraftsBelow(images: string): Promise<StaleDraft[]> {
  const all = await Promise.all((await namesIn(images)).map((name) => staleDraftsIn(join(images, name))));
  return all.flat();
}

/** Unmounts what is in them, and removes them. */
export async function removeStaleDrafts(directory: string): Promise<void> {
  for (const { path, mounts } of await staleDraftsIn(directory)) {
    // What still holds one lets it go when it ends.
    for (const mount of mounts.reverse()) await attempt('umount', ['--lazy', '--', mount]);
    await removeTrees([path]);
  }
}

async function isStale(name: string): Promise<boolean> {
  const [, pid, startTime = '', boot = ''] = DRAFT.exec(name) ?? [];
  // Without the name of its maker it is of a time before drafts had one; only those with a dot were drafts then.
  if (pid === undefined) return name.startsWith('.draft-');
  const now = await hostBoot();
  return !now.startsWith(boot) || !(await isAlive({ pid: Number(pid), startTime, hostBoot: now }));
}

/** In the order in which they were mounted. */
async function mountsBelow(directory: string): Promise<string[]> {
  const lines = (await readFile('/proc/self/mountinfo', 'utf8')).split('\n');
  const points = lines.map((line) =>
    (line.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, code) => String.fromCharCode(parseInt(code, 8))),
  );
  return points.filter((point) => point.startsWith(`${directory}/`));
}

async function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: unknown) => {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  });
}

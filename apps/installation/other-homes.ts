/**
 * Records the homes with real guests of this host, so that each is told of the others. Every home sells the whole machine, and cannot see what
 * another one has sold. The records last until the next boot of the host, like the processes of the guests.
 */
import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { isNodeError, writeAtomic } from '@innkeeper/engine/atomic';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import { type Home, homeAt, readState } from './home.ts';

/** Directory of root, which every user may read. */
const OF_ROOT = '/run/innkeeper/homes';

/** Limit of the records that are read. A host has one home, or a few of tests. */
const MAX_RECORDS = 100;

/** Directories of records. */
export interface Registry {
  /** Directory of this user, or `null` if the user has none. */
  own: string | null;
  all: readonly string[];
}

/** Returns the directories for this user. Users other than root record in their runtime directory, if they have one. */
export function registryOfUser(uid = process.getuid?.(), runtime = process.env.XDG_RUNTIME_DIR): Registry {
  const own = uid === 0 ? OF_ROOT : runtime ? path.join(runtime, 'innkeeper', 'homes') : null;
  return { own, all: [...new Set([OF_ROOT, ...(own === null ? [] : [own])])] };
}

interface HomeRecord {
  home: string;
  /** Time of the first start since the boot of the host, in ISO 8601. */
  since: string;
}

/**
 * Records a home with real guests. A home that is recorded already keeps its time. A host that lets nobody write there gets no record, which
 * must not stop a start.
 */
export async function recordHome(home: Home, now: Date, { own } = registryOfUser()): Promise<void> {
  if (own === null) return;
  const file = path.join(own, `${createHash('sha256').update(home.path).digest('hex')}.json`);
  if ((await readRecord(file)) !== null) return;
  const record: HomeRecord = { home: home.path, since: now.toISOString() };
  try {
    await mkdir(own, { recursive: true, mode: 0o755 });
    await writeAtomic(file, `${JSON.stringify(record)}\n`, { durable: false, mode: 0o644 });
  } catch (error) {
    if (!isNodeError(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC')) throw error;
  }
}

/** Returns the path of the home with real guests that started first on this host, other than `home`. Returns `null` if there is none. */
export async function findOtherHome(home: Home, { own, all } = registryOfUser()): Promise<string | null> {
  const found: HomeRecord[] = [];
  for (const directory of all) {
    for (const name of (await namesIn(directory)).slice(0, MAX_RECORDS)) {
      const file = path.join(directory, name);
      const record = await readRecord(file);
      if (record === null || record.home === home.path) continue;
      if (await isThere(record.home)) found.push(record);
      else if (directory === own) await rm(file, { force: true });
    }
  }
  return found.toSorted((a, b) => (a.since < b.since ? -1 : 1))[0]?.home ?? null;
}

/** Returns the sentence about another home with real guests. */
export const describeOtherHome = (other: string): string =>
  `${other} also has real guests on this host: both homes sell the whole machine`;

export const OTHER_HOME_REMEDY =
  'keep one of them, or give each a part: raise node.reserved_memory_percent and node.reserved_disk_percent in both';

/** Checks for the doctor whether another home sells this machine too. Returns no finding for a home without real guests. */
export async function checkOtherHome(home: Home, registry = registryOfUser()): Promise<HostFinding[]> {
  if ((await readState(home))?.engine !== 'qemu') return [];
  const other = await findOtherHome(home, registry);
  return other === null ? [] : [{ name: 'other home', ok: 'warn', why: describeOtherHome(other), remedy: OTHER_HOME_REMEDY }];
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return [];
    throw error;
  }
}

/** Returns `null` for a missing or unreadable record. A record is advice, so a damaged one must not stop a start. */
async function readRecord(file: string): Promise<HomeRecord | null> {
  try {
    const { home, since } = JSON.parse(await readFile(file, 'utf8')) as Partial<HomeRecord>;
    return typeof home === 'string' && typeof since === 'string' ? { home, since } : null;
  } catch {
    return null;
  }
}

/** Returns whether a home exists. The home of another user cannot be read, and counts as existing. */
async function isThere(directory: string): Promise<boolean> {
  try {
    await access(homeAt(directory).state);
    return true;
  } catch (error) {
    return !isNodeError(error, 'ENOENT', 'ENOTDIR');
  }
}

/**
 * Assigns a dedicated user to each machine, so that a compromised QEMU cannot open files of another. It also cannot trace, signal or
 * inspect another's process. The users have ids and no names. Assignments are recorded per host until its next boot, because processes
 * cannot live longer. The machine's record keeps its id beyond that.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isNodeError } from '../../atomic.ts';
import { EngineError } from '../../error.ts';
import { attempt } from '../../host/run.ts';
import { killUserProcesses, processesOf } from './kill-user-processes.ts';

export interface Ids {
  first: number;
  count: number;
}

/** Id ranges that Debian and systemd do not assign. The second is for containers with 65,536 ids. */
const RANGES: readonly Ids[] = [
  { first: 1_900_000_000, count: 100_000_000 },
  { first: 30_000, count: 20_000 },
];
const CLAIMS = '/run/innkeeper/uids';

/** Returns the first range that is fully mapped on this host, or `null`. `maps` are the contents of /proc/self/uid_map and gid_map. */
export function rangeWithin(maps: readonly string[]): Ids | null {
  const has = (map: string, { first, count }: Ids) =>
    map.split('\n').some((line) => {
      const [from, , length] = line.trim().split(/\s+/).map(Number);
      return from !== undefined && length !== undefined && from <= first && first + count <= from + length;
    });
  return RANGES.find((range) => maps.every((map) => has(map, range))) ?? null;
}

/** Returns the ids that this host can assign to guests, or `null` if it has none. */
export async function dedicatedUserIds(): Promise<Ids | null> {
  return rangeWithin(await Promise.all(['uid_map', 'gid_map'].map((map) => readFile(`/proc/self/${map}`, 'utf8'))));
}

/**
 * Opens the users of guests, or returns `null` if the host has no ids for them. Requires root. `scripts` is the directory of
 * `kill-user-processes.sh`.
 */
export async function openGuestUsers(scripts: string): Promise<GuestUsers | null> {
  const range = await dedicatedUserIds();
  return range === null ? null : new GuestUsers(range, scripts);
}

export class GuestUsers {
  readonly #range: Ids;
  readonly #claims: string;
  /** Directory of `kill-user-processes.sh`. */
  readonly #scripts: string;

  constructor(range: Ids, scripts: string, claims = CLAIMS) {
    this.#range = range;
    this.#scripts = scripts;
    this.#claims = claims;
  }

  /** Reserves a user for the machine in this directory until `free`. `before` is the user that it had last. */
  async claim(machine: string, before: number | null): Promise<number> {
    // A mode passed with `recursive` would also apply to the parents, which dnsmasq must be able to enter.
    await mkdir(dirname(this.#claims), { recursive: true });
    await mkdir(this.#claims, { recursive: true, mode: 0o700 });
    const mine = (await this.#of(machine))[0];
    if (mine !== undefined) return mine;
    const { first, count } = this.#range;
    // Each installation starts at its own offset, so collisions are rare.
    const start = createHash('sha256').update(dirname(machine)).digest().readUInt32LE() % count;
    const preferred = before !== null && before >= first && before < first + count ? [before] : [];
    for (let next = 0; next < count; next++) {
      const uid = preferred.pop() ?? first + ((start + next) % count);
      if (await this.#take(uid, machine)) return uid;
    }
    throw new EngineError('host', 'all dedicated users for guests are in use');
  }

  /** Kills what still runs as the machine's user, and releases the user. */
  async release(machine: string): Promise<void> {
    for (const uid of await this.#of(machine)) {
      await this.killProcesses(uid);
      await rm(join(this.#claims, String(uid)), { force: true });
    }
  }

  /** Kills every process of a machine's user, including those that an escaped guest started. */
  async killProcesses(uid: number): Promise<void> {
    const { first, count } = this.#range;
    if (uid < first || uid >= first + count) throw new RangeError(`${uid} is not a user of a machine`);
    await killUserProcesses(uid, join(this.#scripts, 'kill-user-processes.sh'));
  }

  async #of(machine: string): Promise<number[]> {
    const names = await readdir(this.#claims).catch((error: unknown) => {
      if (isNodeError(error, 'ENOENT')) return [];
      throw error;
    });
    const holders = await Promise.all(names.map((name) => this.#holder(name)));
    return names.filter((_, i) => holders[i] === machine).map(Number);
  }

  /** Reserves the user unless another machine has it or a foreign process uses it. Returns whether it was reserved. */
  async #take(uid: number, machine: string): Promise<boolean> {
    const path = join(this.#claims, String(uid));
    const holder = await this.#holder(String(uid));
    if (holder !== null) {
      // An installation that was deleted with its machines released nothing.
      if (await isThere(dirname(holder))) return false;
      await rm(path, { force: true });
    }
    if (await this.#isInUse(uid)) return false;
    try {
      await symlink(machine, path);
      return true;
    } catch (error) {
      if (isNodeError(error, 'EEXIST')) return false;
      throw error;
    }
  }

  async #holder(name: string): Promise<string | null> {
    return readlink(join(this.#claims, name)).catch((error: unknown) => {
      if (isNodeError(error, 'ENOENT')) return null;
      throw error;
    });
  }

  async #isInUse(uid: number): Promise<boolean> {
    if ((await processesOf(uid)).length > 0) return true;
    for (const kind of ['passwd', 'group']) if ((await attempt('getent', [kind, String(uid)])).code === 0) return true;
    return false;
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

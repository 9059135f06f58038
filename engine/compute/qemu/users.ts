/**
 * A user of its own for each machine, so that a QEMU that a guest broke out of can neither open another's files nor trace, signal
 * or look into another's process. The users have numbers and no names. Who has which is written down for the whole host and until
 * its next boot, as long as processes can live; the machine's record remembers its number beyond that.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isNodeError } from '../../atomic.ts';
import { attempt } from '../../host/run.ts';
import { EngineError } from '../port.ts';
import { killUserProcesses, processesOf } from './kill-user-processes.ts';

export interface Ids {
  first: number;
  count: number;
}

/** Ids that Debian and systemd give to nobody; the second for a host that is a container with 65 536 of them. */
const RANGES: readonly Ids[] = [
  { first: 1_900_000_000, count: 100_000_000 },
  { first: 30_000, count: 20_000 },
];
const CLAIMS = '/run/innkeeper/uids';

/** The first range of which this host has every user and group, or null. `maps`: /proc/self/uid_map and gid_map. */
export function rangeWithin(maps: readonly string[]): Ids | null {
  const has = (map: string, { first, count }: Ids) =>
    map.split('\n').some((line) => {
      const [from, , length] = line.trim().split(/\s+/).map(Number);
      return from !== undefined && length !== undefined && from <= first && first + count <= from + length;
    });
  return RANGES.find((range) => maps.every((map) => has(map, range))) ?? null;
}

/** The ids that this host can give to guests; null when it has none. */
export async function ownUsers(): Promise<Ids | null> {
  return rangeWithin(await Promise.all(['uid_map', 'gid_map'].map((map) => readFile(`/proc/self/${map}`, 'utf8'))));
}

/** As root. `scripts`: where `kill-user-processes.sh` is. */
export async function openGuestUsers(scripts: string): Promise<GuestUsers | null> {
  const range = await ownUsers();
  return range === null ? null : new GuestUsers(range, scripts);
}

export class GuestUsers {
  readonly #range: Ids;
  readonly #claims: string;
  /** Where `kill-user-processes.sh` is. */
  readonly #scripts: string;

  constructor(range: Ids, scripts: string, claims = CLAIMS) {
    this.#range = range;
    this.#scripts = scripts;
    this.#claims = claims;
  }

  /** The user of the machine in this directory, and nobody else's until `free`. `before`: the one that it had last. */
  async claim(machine: string, before: number | null): Promise<number> {
    // A mode given with `recursive` would close what is above it too, where dnsmasq has to pass.
    await mkdir(dirname(this.#claims), { recursive: true });
    await mkdir(this.#claims, { recursive: true, mode: 0o700 });
    const mine = (await this.#of(machine))[0];
    if (mine !== undefined) return mine;
    const { first, count } = this.#range;
    // Installations begin at places of their own, so that they seldom meet.
    const start = createHash('sha256').update(dirname(machine)).digest().readUInt32LE() % count;
    const wanted = before !== null && before >= first && before < first + count ? [before] : [];
    for (let next = 0; next < count; next++) {
      const uid = wanted.pop() ?? first + ((start + next) % count);
      if (await this.#take(uid, machine)) return uid;
    }
    throw new EngineError('host', 'all users for guests are taken');
  }

  /** Ends what still runs as the machine's user, and gives it back. */
  async free(machine: string): Promise<void> {
    for (const uid of await this.#of(machine)) {
      await this.end(uid);
      await rm(join(this.#claims, String(uid)), { force: true });
    }
  }

  /** Ends every process of a machine's user, also those that an escaped guest has started and hidden. */
  async end(uid: number): Promise<void> {
    const { first, count } = this.#range;
    if (uid < first || uid >= first + count) throw new RangeError(`${uid} is no machine's user`);
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

  /** Takes it unless another has it, or it is in use by somebody who does not ask us. */
  async #take(uid: number, machine: string): Promise<boolean> {
    const path = join(this.#claims, String(uid));
    const holder = await this.#holder(String(uid));
    if (holder !== null) {
      // An installation that was taken away with its machines in it gave nothing back.
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

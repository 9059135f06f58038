/** The firewalls of a node: their rules, and the firewalls of each machine. */
import { join } from 'node:path';
import type { FirewallRule } from '@innkeeper/model/net/firewalls';
import { readIfThere, writeAtomic } from '../atomic.ts';

export interface FirewallSpec {
  id: number;
  /** Version number that changes with each change of the rules. */
  version: number;
  rules: readonly FirewallRule[];
}

export interface Firewalls {
  firewalls: readonly FirewallSpec[];
  /** Ids of the firewalls of each machine that has any, by machine id. Includes machines that are not attached yet. */
  machines: Readonly<Record<string, readonly number[]>>;
}

export const NO_FIREWALLS: Firewalls = { firewalls: [], machines: {} };

/** Returns whether both have the same firewall versions and the same assignments. */
export function sameFirewalls(one: Firewalls, other: Firewalls): boolean {
  const essence = ({ firewalls, machines }: Firewalls) =>
    JSON.stringify([firewalls.map(({ id, version }) => [id, version]).sort(byFirst), Object.entries(machines).sort(byName)]);
  return essence(one) === essence(other);
}

const byFirst = ([a = 0]: number[], [b = 0]: number[]): number => a - b;
const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

/** Returns the ids of desired firewalls whose version is not in force. */
export function listChangedFirewalls(inForce: Firewalls, desired: Firewalls): number[] {
  const versions = versionsOf(inForce);
  return desired.firewalls.filter(({ id, version }) => versions.get(id) !== version).map(({ id }) => id);
}

/**
 * Returns `desired`, but with changed firewalls only if `accepted` has their ids. Other changed firewalls keep their version, and only the
 * machines that have it. A machine left without any keeps all firewalls in force, because it would be open otherwise.
 */
export function withAccepted(inForce: Firewalls, desired: Firewalls, accepted: ReadonlySet<number>): Firewalls {
  const heldBack = new Set(listChangedFirewalls(inForce, desired).filter((id) => !accepted.has(id)));
  const machines: Record<string, readonly number[]> = {};
  for (const [machineId, ids] of Object.entries(desired.machines)) {
    const before = inForce.machines[machineId] ?? [];
    const possible = ids.filter((id) => !heldBack.has(id) || before.includes(id));
    const now = possible.length > 0 || ids.length === 0 ? possible : before;
    if (now.length > 0) machines[machineId] = now;
  }
  const current = desired.firewalls.filter(({ id }) => !heldBack.has(id));
  const used = new Set(Object.values(machines).flat());
  const kept = inForce.firewalls.filter(({ id }) => used.has(id) && current.every((one) => one.id !== id));
  return { firewalls: [...current, ...kept], machines };
}

/** Returns the version of each firewall, by id. */
export const versionsOf = ({ firewalls }: Firewalls): Map<number, number> =>
  new Map(firewalls.map(({ id, version }) => [id, version]));

/** The recorded firewalls of a node. A driver restores them after a reboot of the host, before any guest runs. */
export class FirewallRecord {
  readonly #path: string;

  /** Creates a record with one file per driver, like the records of network cards. */
  constructor(home: string, driver: string) {
    this.#path = join(home, `firewalls-${driver}.json`);
  }

  async read(): Promise<Firewalls> {
    const text = await readIfThere(this.#path);
    return text === null ? NO_FIREWALLS : (JSON.parse(text) as Firewalls);
  }

  /** Writes the record durably. Otherwise a host that lost power would start guests without their firewalls. */
  async write(firewalls: Firewalls): Promise<void> {
    await writeAtomic(this.#path, JSON.stringify(firewalls));
  }

  /**
   * Records firewalls and puts them in force by `apply`. The record comes first: if this process dies in between, the next one applies it.
   * If `apply` fails, the earlier record returns, because rules that the kernel refuses would stop every later start.
   */
  async replace(firewalls: Firewalls, apply: () => Promise<void>): Promise<void> {
    const before = await this.read();
    await this.write(firewalls);
    try {
      await apply();
    } catch (error) {
      await this.write(before);
      throw error;
    }
  }
}

/** What a node knows of firewalls: their rules, and which machine has which. */
import { join } from 'node:path';
import type { FirewallRule } from '@innkeeper/model/firewalls';
import { readIfThere, writeAtomic } from '../atomic.ts';

export interface FirewallSpec {
  id: number;
  /** Another with each change of the rules. */
  version: number;
  rules: readonly FirewallRule[];
}

export interface Firewalls {
  firewalls: readonly FirewallSpec[];
  /** The firewalls of each machine that has some, by its id; also of one that is not attached yet. */
  machines: Readonly<Record<string, readonly number[]>>;
}

export const NO_FIREWALLS: Firewalls = { firewalls: [], machines: {} };

/** Whether both mean the same. */
export function sameFirewalls(one: Firewalls, other: Firewalls): boolean {
  const essence = ({ firewalls, machines }: Firewalls) =>
    JSON.stringify([firewalls.map(({ id, version }) => [id, version]).sort(byFirst), Object.entries(machines).sort(byName)]);
  return essence(one) === essence(other);
}

const byFirst = ([a = 0]: number[], [b = 0]: number[]): number => a - b;
const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

/** From which a driver restores them after a reboot of the host, before any guest runs. */
export class FirewallRecord {
  readonly #path: string;

  /** A file per driver, as for network cards. */
  constructor(home: string, driver: string) {
    this.#path = join(home, `firewalls-${driver}.json`);
  }

  async read(): Promise<Firewalls> {
    const text = await readIfThere(this.#path);
    return text === null ? NO_FIREWALLS : (JSON.parse(text) as Firewalls);
  }

  /** Durable: without it a host that lost its power would start guests without their firewalls. */
  async write(firewalls: Firewalls): Promise<void> {
    await writeAtomic(this.#path, JSON.stringify(firewalls));
  }
}

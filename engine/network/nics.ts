/** The records of a home's network cards, one file each. A driver restores the devices from them after a reboot of the host. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithin, parseNetwork, SERVER_PREFIX } from '@innkeeper/model/net/ip-networks';
import { isNodeError, readIfThere, writeAtomic } from '../atomic.ts';
import { EngineError } from '../error.ts';
import type { NicSpec } from '../nic.ts';
import { isRouted, sourceOf } from './namespace/prefixes.ts';

const MACHINE_ID = /^[a-z0-9-]{1,40}$/;

/** A card in the records. The node has the device of a held card, and answers for none of its addresses. */
export interface NicRecord extends NicSpec {
  held?: true;
}

/** Returns the card with the addresses that this node answers for: none while it is held. */
export function answeringNic({ held, ...spec }: NicRecord): NicSpec {
  return held === true ? { ...spec, addresses: [] } : spec;
}

export class NicRecords {
  readonly #directory: string;
  #isOpen = false;

  /** Creates records with one directory per driver, because a driver cannot remove another driver's devices. */
  constructor(home: string, driver: string) {
    this.#directory = join(home, `nics-${driver}`);
  }

  async open(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    this.#isOpen = true;
  }

  async read(machineId: string): Promise<NicRecord | null> {
    const text = await readIfThere(this.#path(machineId));
    return text === null ? null : (JSON.parse(text) as NicRecord);
  }

  /** Returns the record. Throws `network` if the machine is not attached. */
  async require(machineId: string): Promise<NicRecord> {
    const found = await this.read(machineId);
    if (found === null) throw new EngineError('network', `${machineId} is not attached`);
    return found;
  }

  async write(spec: NicRecord): Promise<void> {
    await writeAtomic(this.#path(spec.machineId), JSON.stringify(spec), { durable: false });
  }

  /**
   * Writes the records of machines between which addresses move, and returns the previous records. Losses are written first, so two records
   * never hold the same address. A crash in between leaves an address without a record until the operation is repeated. Throws `network` if
   * another machine has one of the addresses, or a machine has no record.
   */
  async writeAll(specs: readonly NicRecord[]): Promise<NicRecord[]> {
    const records = await this.all();
    const before = specs.map(({ machineId }) => {
      const found = records.find((one) => one.machineId === machineId);
      if (!found) throw new EngineError('network', `${machineId} is not attached`);
      return found;
    });
    const others = records.filter(({ machineId }) => specs.every((spec) => spec.machineId !== machineId));
    for (const [i, spec] of specs.entries()) requireFree(spec, [...others, ...specs.slice(0, i)]);
    const desired = new Map(specs.flatMap((spec) => spec.addresses.map(({ address }) => [address, spec.machineId])));
    const kept = before.map((old, i) => {
      const spec = specs[i] as NicRecord;
      return { ...spec, addresses: old.addresses.filter(({ address }) => desired.get(address) === spec.machineId) };
    });
    for (const [i, spec] of kept.entries())
      if (spec.addresses.length < (before[i]?.addresses.length ?? 0)) await this.write(spec);
    for (const spec of specs) await this.write(spec);
    return before;
  }

  /** Returns the specs as records, which are held if the existing records are. */
  async asRecords(specs: readonly NicSpec[]): Promise<NicRecord[]> {
    const held = await this.ids('held');
    return specs.map((spec) => ({ ...spec, ...(held.includes(spec.machineId) ? { held: true as const } : {}) }));
  }

  async remove(machineId: string): Promise<void> {
    await rm(this.#path(machineId), { force: true });
  }

  /**
   * Lists the machines with a record, or only those whose card is held. A home whose network was never opened has none, for example on a
   * new host during a recovery.
   */
  async ids(only?: 'held'): Promise<string[]> {
    if (only === 'held') return (await this.all()).filter(({ held }) => held === true).map(({ machineId }) => machineId);
    const names = await readdir(this.#directory).catch((error: unknown) => {
      if (!this.#isOpen && isNodeError(error, 'ENOENT')) return [];
      throw error;
    });
    return names.filter((name) => !name.startsWith('.')).map((name) => name.replace(/\.json$/, ''));
  }

  async all(): Promise<NicRecord[]> {
    const specs = await Promise.all((await this.ids()).map((id) => this.read(id)));
    return specs.filter((spec) => spec !== null);
  }

  #path(machineId: string): string {
    if (!MACHINE_ID.test(machineId))
      throw new EngineError('network', `"${machineId}" is not a valid machine id`, { retryable: false });
    return join(this.#directory, `${machineId}.json`);
  }
}

/** Lists a machine's addresses as networks. */
export function listHeldNetworks({
  machineId,
  addresses,
}: Pick<NicSpec, 'machineId' | 'addresses'>): { network: string; machineId: string }[] {
  return addresses.map((spec) => {
    const source = sourceOf(spec);
    return { network: source.includes('/') ? source : `${source}/${spec.version === 4 ? 32 : 128}`, machineId };
  });
}

/**
 * Throws `network` if another machine has an address or prefix that overlaps one of the spec. Each packet therefore has at most one holder,
 * and the rules may look up addresses and prefixes in any order.
 */
export function requireFree(spec: NicSpec, others: readonly NicSpec[]): void {
  for (const address of spec.addresses)
    if (isRouted(address) && address.prefix !== SERVER_PREFIX)
      throw new EngineError('network', `${sourceOf(address)} is no prefix of ${SERVER_PREFIX} bits`, { retryable: false });
  const ownNetworks = listHeldNetworks(spec).map(({ network }) => ({ network, parsed: parseNetwork(network) }));
  for (const other of others) {
    for (const { network } of listHeldNetworks(other)) {
      const otherNetwork = parseNetwork(network);
      const shared = ownNetworks.find(
        ({ parsed }) => parsed && otherNetwork && (isWithin(parsed, otherNetwork) || isWithin(otherNetwork, parsed)),
      );
      if (shared) throw new EngineError('network', `${shared.network} belongs to ${other.machineId}: it has ${network}`);
    }
  }
}

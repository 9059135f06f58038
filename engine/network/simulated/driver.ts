/** Records addresses without a network, for the simulated compute driver. */

import type { NodeNetwork } from '@innkeeper/model/net/node-network';
import type { HostFinding } from '../../host/finding.ts';
import { KeyedMutex } from '../../keyed-mutex.ts';
import type { Nic, NicSpec } from '../../nic.ts';
import { FirewallRecord, type Firewalls } from '../firewalls.ts';
import { SimulatedFloodFilter } from '../flood-filter/simulated.ts';
import { answeringNic, listHeldNetworks, NicRecords } from '../nics.ts';
import type { NetworkHoldings, NetworkPort, SharedNetwork, SshEndpoint } from '../port.ts';
import { type AddressProtection, isEmpty, noCountries, type ProtectionChange, type ProtectionState } from '../protection.ts';

export interface SimulatedNetworkOptions {
  /** Returns the changes that others made, at each `reconcile`. */
  detectChanges?: (shared: SharedNetwork) => Promise<string[]>;
  /** Returns the network as a kernel would report it, by default nothing. */
  readState?: () => NodeNetwork;
}

const EMPTY_STATE: NodeNetwork = { host: [], uplink: null, pools: [], refused: [] };

export class SimulatedNetwork implements NetworkPort {
  readonly name = 'simulated';
  readonly capabilities = { firewalls: true };
  readonly floodFilter = new SimulatedFloodFilter();
  readonly #nics: NicRecords;
  readonly #firewalls: FirewallRecord;
  readonly #mutex = new KeyedMutex();
  readonly #found: SimulatedNetworkOptions['detectChanges'];
  readonly #present: SimulatedNetworkOptions['readState'];
  /** Protection that a real kernel would apply. Lost when the process ends, like a host's protection on reboot. */
  readonly protected = new Map<string, AddressProtection>();
  /** Machines that have metadata. Also lost when the process ends. */
  readonly #told = new Set<string>();

  constructor({ home, detectChanges: found, readState: present }: SimulatedNetworkOptions & { home: string }) {
    this.#nics = new NicRecords(home, this.name);
    this.#found = found;
    this.#present = present;
    this.#firewalls = new FirewallRecord(home, this.name);
  }

  async open(): Promise<void> {
    await this.#nics.open();
  }

  async close(): Promise<void> {}

  async tearDown(): Promise<void> {}

  async reconcile(shared: SharedNetwork): Promise<string[]> {
    return this.#found?.(shared) ?? [];
  }

  async readState(): Promise<NodeNetwork> {
    return this.#present?.() ?? EMPTY_STATE;
  }

  async checkUplink({ uplink }: SharedNetwork): Promise<HostFinding[]> {
    return [{ name: 'uplink', ok: true, why: `${uplink.mode}: simulated, no packet is sent`, remedy: null }];
  }

  async attach(spec: NicSpec, { held = false }: { held?: boolean } = {}): Promise<Nic> {
    const before = await this.#nics.read(spec.machineId);
    await this.#nics.write({ ...spec, ...(held || before?.held === true ? { held: true } : {}) });
    return { ...spec, plug: { kind: 'none' } };
  }

  async hold(machineId: string): Promise<void> {
    await this.#nics.write({ ...(await this.#nics.require(machineId)), held: true });
  }

  async release(machineId: string): Promise<void> {
    const { held: _before, ...spec } = await this.#nics.require(machineId);
    await this.#nics.write(spec);
  }

  async reassign(specs: readonly NicSpec[]): Promise<Nic[]> {
    await this.#nics.writeAll(await this.#nics.asRecords(specs));
    return specs.map((spec) => ({ ...spec, plug: { kind: 'none' } }));
  }

  async detach(machineId: string): Promise<void> {
    await this.#nics.remove(machineId);
    this.#told.delete(machineId);
  }

  async setMetadata(machineId: string): Promise<void> {
    if ((await this.#nics.read(machineId)) !== null) this.#told.add(machineId);
  }

  async holdings(): Promise<NetworkHoldings> {
    return { addresses: (await this.#nics.all()).map(answeringNic).flatMap(listHeldNetworks), metadata: [...this.#told].sort() };
  }

  async list(only?: 'held'): Promise<string[]> {
    return this.#nics.ids(only);
  }

  async protect({ set, remove, countries }: ProtectionChange): Promise<void> {
    if (countries === null && set.some(({ geo }) => geo !== null)) throw noCountries();
    for (const network of [...remove, ...set.map((one) => one.network)]) this.protected.delete(network);
    for (const one of set) if (!isEmpty(one)) this.protected.set(one.network, one);
  }

  async protection(): Promise<ProtectionState> {
    return { revisions: new Map([...this.protected].map(([network, { revision }]) => [network, revision])), changed: [] };
  }

  setFirewalls(read: (inForce: Firewalls) => Promise<Firewalls>): Promise<void> {
    return this.#mutex.runExclusive('firewalls', async () => this.#firewalls.write(await read(await this.#firewalls.read())));
  }

  async listFirewalls(): Promise<{ firewalls: number[]; machines: string[] }> {
    const { firewalls, machines } = await this.#firewalls.read();
    const filtered = Object.keys(machines);
    // Nothing is filtered on a host where this driver was never opened, and no directory has cards.
    const attached = filtered.length === 0 ? [] : await this.#nics.ids();
    return {
      firewalls: firewalls.map(({ id }) => id).sort((a, b) => a - b),
      machines: filtered.filter((machineId) => attached.includes(machineId)).sort(),
    };
  }

  sshEndpoint(nic: NicSpec): SshEndpoint {
    return { host: nic.addresses[0]?.address ?? '', port: 22, namespace: null };
  }
}

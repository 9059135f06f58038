/** Remembers addresses without a network, for the simulated compute driver. */

import type { NodeNetwork } from '@innkeeper/model/node-network';
import type { HostFinding } from '../../host/doctor.ts';
import { KeyedMutex } from '../../keyed-mutex.ts';
import { FirewallRecord, type Firewalls } from '../firewalls.ts';
import { SimulatedGuard } from '../guard/simulated.ts';
import { heldBy, NicRecords } from '../nics.ts';
import type { NetworkHoldings, NetworkPort, Nic, NicSpec, SharedNetwork, SshEndpoint } from '../port.ts';
import { type AddressProtection, isEmpty, noCountries, type ProtectionChange, type ProtectionState } from '../protection.ts';

export interface SimulatedNetworkOptions {
  /** What others changed, whenever the network is reconciled; nothing by default. */
  found?: (shared: SharedNetwork) => Promise<string[]>;
  /** Network as a kernel would have it. Default: nothing. */
  present?: () => NodeNetwork;
}

const NOTHING: NodeNetwork = { host: [], uplink: null, pools: [], refused: [] };

export class SimulatedNetwork implements NetworkPort {
  readonly name = 'simulated';
  readonly capabilities = { firewalls: true };
  readonly guard = new SimulatedGuard();
  readonly #nics: NicRecords;
  readonly #firewalls: FirewallRecord;
  readonly #mutex = new KeyedMutex();
  readonly #found: SimulatedNetworkOptions['found'];
  readonly #present: SimulatedNetworkOptions['present'];
  /** What a real kernel would obey; lost with the process, as that of a host is by a reboot. */
  readonly protected = new Map<string, AddressProtection>();
  /** Machines that can read something of themselves; lost with the process likewise. */
  readonly #told = new Set<string>();

  constructor({ home, found, present }: SimulatedNetworkOptions & { home: string }) {
    this.#nics = new NicRecords(home, this.name);
    this.#found = found;
    this.#present = present;
    this.#firewalls = new FirewallRecord(home, this.name);
  }

  async open(): Promise<void> {
    await this.#nics.open();
  }

  async close(): Promise<void> {}

  async withdraw(): Promise<void> {}

  async reconcile(shared: SharedNetwork): Promise<string[]> {
    return this.#found?.(shared) ?? [];
  }

  async present(): Promise<NodeNetwork> {
    return this.#present?.() ?? NOTHING;
  }

  async checkUplink({ uplink }: SharedNetwork): Promise<HostFinding[]> {
    return [{ name: 'uplink', ok: true, why: `${uplink.mode}: simulated, no packet is sent`, remedy: null }];
  }

  async attach(spec: NicSpec): Promise<Nic> {
    await this.#nics.write(spec);
    return { ...spec, plug: { kind: 'none' } };
  }

  async reassign(specs: readonly NicSpec[]): Promise<Nic[]> {
    await this.#nics.writeAll(specs);
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
    return { addresses: (await this.#nics.all()).flatMap(heldBy), metadata: [...this.#told].sort() };
  }

  async list(): Promise<string[]> {
    return this.#nics.ids();
  }

  async protect({ set, remove, countries }: ProtectionChange): Promise<void> {
    if (countries === null && set.some(({ geo }) => geo !== null)) throw noCountries();
    for (const network of [...remove, ...set.map((one) => one.network)]) this.protected.delete(network);
    for (const one of set) if (!isEmpty(one)) this.protected.set(one.network, one);
  }

  async protection(): Promise<ProtectionState> {
    return { revisions: new Map([...this.protected].map(([network, { revision }]) => [network, revision])), changed: [] };
  }

  setFirewalls(read: () => Promise<Firewalls>): Promise<void> {
    return this.#mutex.runExclusive('firewalls', async () => this.#firewalls.write(await read()));
  }

  async listFirewalls(): Promise<{ firewalls: number[]; machines: string[] }> {
    const { firewalls, machines } = await this.#firewalls.read();
    const attached = await this.#nics.ids();
    return {
      firewalls: firewalls.map(({ id }) => id).sort((a, b) => a - b),
      machines: Object.keys(machines)
        .filter((machineId) => attached.includes(machineId))
        .sort(),
    };
  }

  sshEndpoint(nic: NicSpec): SshEndpoint {
    return { host: nic.addresses[0]?.address ?? '', port: 22, namespace: null };
  }
}

/** Remembers addresses without a network, for the simulated compute driver. */

import type { HostFinding } from '../../host/doctor.ts';
import { NicRecords } from '../nics.ts';
import type { NetworkPort, Nic, NicSpec, SharedNetwork, SshEndpoint } from '../port.ts';

export interface SimulatedNetworkOptions {
  /** What others changed, whenever the network is reconciled; nothing by default. */
  found?: (shared: SharedNetwork) => Promise<string[]>;
}

export class SimulatedNetwork implements NetworkPort {
  readonly name = 'simulated';
  readonly #nics: NicRecords;
  readonly #found: SimulatedNetworkOptions['found'];

  constructor({ home, found }: SimulatedNetworkOptions & { home: string }) {
    this.#nics = new NicRecords(home, this.name);
    this.#found = found;
  }

  async open(): Promise<void> {
    await this.#nics.open();
  }

  async close(): Promise<void> {}

  async withdraw(): Promise<void> {}

  async reconcile(shared: SharedNetwork): Promise<string[]> {
    return this.#found?.(shared) ?? [];
  }

  async checkUplink({ uplink }: SharedNetwork): Promise<HostFinding[]> {
    return [{ name: 'uplink', ok: true, why: `${uplink.mode}: simulated, no packet is sent`, remedy: null }];
  }

  async attach(spec: NicSpec): Promise<Nic> {
    await this.#nics.write(spec);
    return { ...spec, plug: { kind: 'none' } };
  }

  async detach(machineId: string): Promise<void> {
    await this.#nics.remove(machineId);
  }

  async list(): Promise<string[]> {
    return this.#nics.ids();
  }

  sshEndpoint(nic: NicSpec): SshEndpoint {
    return { host: nic.addresses[0]?.address ?? '', port: 22, namespace: null };
  }
}

/**
 * Networking without root. Each guest has its own QEMU user-mode network and is reached through ports of 127.0.0.1. Guests cannot reach
 * each other, the internet or this host.
 */
import type { ForwardedPorts } from '@innkeeper/model/net/network-limits';
import type { NodeNetwork } from '@innkeeper/model/net/node-network';
import { defaultNetworkLimits } from '@innkeeper/model/settings/settings';
import { EngineError } from '../../error.ts';
import type { HostFinding } from '../../host/finding.ts';
import type { Nic, NicSpec } from '../../nic.ts';
import type { Firewalls } from '../firewalls.ts';
import { unsupportedFloodFilter } from '../flood-filter/unsupported.ts';
import { listHeldNetworks, NicRecords } from '../nics.ts';
import type { NetworkHoldings, NetworkPort, SharedNetwork, SshEndpoint } from '../port.ts';
import { isEmpty, type ProtectionChange, type ProtectionState } from '../protection.ts';

const HOST = '127.0.0.1';

const NO_FIREWALLS = 'firewalls are not supported without root';

const NO_WAY_OUT = 'guests have no internet access without root';
const NO_WAY_IN = 'guests are not reachable from outside without root, so lists and geo filters have no effect';

export class UsermodeNetwork implements NetworkPort {
  readonly name = 'usermode';
  readonly capabilities = { firewalls: false };
  readonly floodFilter = unsupportedFloodFilter('traffic is not counted or filtered without root');
  readonly #nics: NicRecords;
  readonly #ports: ForwardedPorts;

  /**
   * Creates the driver. `ports` must be below the kernel's ephemeral ports (32768 and up). Default: the ports of a configuration that sets
   * none, for tests.
   */
  constructor(options: { home: string; ports?: ForwardedPorts }) {
    this.#ports = options.ports ?? defaultNetworkLimits.forwardedPorts;
    this.#nics = new NicRecords(options.home, this.name);
  }

  async open(): Promise<void> {
    await this.#nics.open();
  }

  async close(): Promise<void> {}

  async tearDown(): Promise<void> {}

  async reconcile({ uplink }: SharedNetwork): Promise<string[]> {
    if (uplink.mode !== 'none') throw new EngineError('unsupported', NO_WAY_OUT, { retryable: false });
    return [];
  }

  /** Reports an empty state, because guests in QEMU's user-mode network use no addresses of the host. */
  async readState(): Promise<NodeNetwork> {
    return { host: [], uplink: null, pools: [], refused: [] };
  }

  async checkUplink({ uplink }: SharedNetwork): Promise<HostFinding[]> {
    if (uplink.mode === 'none') return [{ name: 'uplink', ok: true, why: 'none: guests have no internet access', remedy: null }];
    return [{ name: 'uplink', ok: false, why: NO_WAY_OUT, remedy: 'run ./innkeeper up as root, or set the uplink to none' }];
  }

  async attach(spec: NicSpec, { held = false }: { held?: boolean } = {}): Promise<Nic> {
    if (held) throw cannotHold();
    const hostPort = sshPort(spec, this.#ports);
    const holder = (await this.#nics.all()).find(
      (other) => other.machineId !== spec.machineId && sshPort(other, this.#ports) === hostPort,
    );
    if (holder !== undefined)
      throw new EngineError('network', `port ${hostPort} of ${HOST} leads to ${holder.machineId} already`);
    await this.#nics.write(spec);
    return { ...spec, plug: { kind: 'user', forwards: [{ host: HOST, hostPort, guestPort: 22 }] } };
  }

  async hold(): Promise<void> {
    throw cannotHold();
  }

  async release(): Promise<void> {
    throw cannotHold();
  }

  async reassign(): Promise<Nic[]> {
    throw new EngineError('unsupported', 'an address cannot be changed without root', { retryable: false });
  }

  async detach(machineId: string): Promise<void> {
    await this.#nics.remove(machineId);
  }

  /** Does nothing: guests in QEMU's user-mode network read only their seed. */
  async setMetadata(): Promise<void> {}

  async holdings(): Promise<NetworkHoldings> {
    return { addresses: (await this.#nics.all()).flatMap(listHeldNetworks), metadata: [] };
  }

  async list(only?: 'held'): Promise<string[]> {
    return this.#nics.ids(only);
  }

  async protect({ set }: ProtectionChange): Promise<void> {
    if (!set.every(isEmpty)) throw new EngineError('unsupported', NO_WAY_IN, { retryable: false });
  }

  async protection(): Promise<ProtectionState> {
    return { revisions: new Map(), changed: [] };
  }

  async setFirewalls(read: (inForce: Firewalls) => Promise<Firewalls>): Promise<void> {
    const { machines } = await read({ firewalls: [], machines: {} });
    if (Object.keys(machines).length > 0) throw new EngineError('unsupported', NO_FIREWALLS, { retryable: false });
  }

  async listFirewalls(): Promise<{ firewalls: number[]; machines: string[] }> {
    return { firewalls: [], machines: [] };
  }

  sshEndpoint(nic: NicSpec): SshEndpoint {
    return { host: HOST, port: sshPort(nic, this.#ports), namespace: null };
  }
}

const cannotHold = () => new EngineError('unsupported', 'guests without root cannot move while they run', { retryable: false });

/** Returns the first port plus the host part of the address: 22011 for 10.77.0.11/24. */
export function sshPort(nic: NicSpec, { first, count }: ForwardedPorts): number {
  const own = nic.addresses.find(({ version }) => version === 4);
  if (own === undefined)
    throw new EngineError('unsupported', 'a server needs an IPv4 address without root', { retryable: false });
  const place = own.address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0) % 2 ** (32 - own.prefix);
  if (place >= count)
    throw new EngineError('unsupported', `${own.address}: a network can have at most ${count} addresses without root`);
  return first + place;
}

/**
 * The data plane in its own network namespace: a bridge as the guests' gateway, a tap per guest, nftables and dnsmasq. It does not change
 * the host's own network. It has no uplink unless the operator sets one (`../uplink/uplink.ts`).
 *
 * Guests of one network cannot reach each other on the bridge, because its ports are isolated. The gateway answers ARP for all guests and
 * routes between them, so each packet passes the rules and counters of `rules.ts`.
 */
import { realpath } from 'node:fs/promises';
import type { NetworkLimits } from '@innkeeper/model/net/network-limits';
import type { NodeNetwork } from '@innkeeper/model/net/node-network';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { defaultNetworkLimits } from '@innkeeper/model/settings/settings';
import { EngineError } from '../../error.ts';
import type { HostFinding } from '../../host/finding.ts';
import { run } from '../../host/run.ts';
import { KeyedMutex } from '../../keyed-mutex.ts';
import type { Nic, NicSpec } from '../../nic.ts';
import { FirewallRecord, type Firewalls, NO_FIREWALLS, sameFirewalls } from '../firewalls.ts';
import { NamespaceFloodFilter } from '../flood-filter/namespace.ts';
import { metadataKeyOf } from '../metadata/addresses.ts';
import { MetadataService } from '../metadata/service.ts';
import { Netns } from '../netns.ts';
import { answeringNic, type NicRecord, NicRecords, requireFree } from '../nics.ts';
import type { MetadataFiles, NetworkHoldings, NetworkPort, Pool, SharedNetwork, SshEndpoint } from '../port.ts';
import type { ProtectionChange, ProtectionState } from '../protection.ts';
import { checkUplink } from '../uplink/check.ts';
import { HostAddresses } from '../uplink/host-addresses.ts';
import { HostUplink } from '../uplink/uplink.ts';
import { makeBridge } from './bridge.ts';
import { Dhcp } from './dhcp.ts';
import { readHolders } from './holders.ts';
import { BRIDGE, namespaceOf, tapOf } from './names.ts';
import { movedRoutes, removedRoutes, routesTo, staleRoutes } from './prefixes.ts';
import { Protections } from './protections.ts';
import { listChains, listRules } from './read-rules.ts';
import { firewallsIn, withFirewalls } from './rules/firewalls.ts';
import { attachRules, baseRules, changedFirewalls, changeRules, detachRules, exactFirewalls, rebuildRules } from './rules.ts';
import { announceGateways, makeTap, wholeTaps } from './taps.ts';

export interface NamespaceOptions {
  home: string;
  /** Network namespace that is treated as the host and holds the uplink. Defaults to the namespace of this process. */
  hostNamespace?: string;
  /** Limits per machine. Default: the limits of a configuration that sets none, for tests. */
  limits?: NetworkLimits;
  /** Directory of the checkout, which contains the metadata service's program. Defaults to the working directory. */
  projectRoot?: string;
}

/** Interval in milliseconds between checks that the metadata service runs. A check reads two files of /proc and /run. */
const METADATA_POLL_MS = 1000;

export class NamespaceNetwork implements NetworkPort {
  readonly name = 'namespace';
  readonly capabilities = { firewalls: true };
  readonly floodFilter = new NamespaceFloodFilter({
    netns: () => this.#netns,
    turn: (act) => this.#turn(() => this.#find().then(act)),
    inside: () => this.#metadata.pid(),
    blockSeconds: () => this.#options.limits.blockSeconds,
  });
  readonly #options: NamespaceOptions & { limits: NetworkLimits };
  readonly #nics: NicRecords;
  readonly #firewallRecord: FirewallRecord;
  /** Serializes all operations, because each changes the shared namespace. */
  readonly #mutex = new KeyedMutex();
  readonly #protections = new Protections();
  #namespace = '';
  #netns: Netns;
  #dhcp: Dhcp;
  #uplink: HostUplink;
  #metadata: MetadataService;
  #looks: NodeJS.Timeout | undefined;
  /** True if the metadata service failed to start, which stops nothing else. `reconcile` retries and throws if it fails again. */
  #metadataAway = false;
  /** Pools and uplink of the last `reconcile`. */
  #shared: SharedNetwork = { pools: [], uplink: NO_UPLINK };
  /** Pools whose gateway the bridge could not get. */
  #refused: NodeNetwork['refused'] = [];
  /** Pools whose network the host reaches through another device. */
  #taken: NodeNetwork['refused'] = [];
  readonly #hostAddresses = new HostAddresses();
  /** Firewalls as recorded. `made` is whether this process has put them in force. */
  #firewalls: { desired: Firewalls; made: boolean } = { desired: NO_FIREWALLS, made: false };
  /** Rules of the namespace after our last change, or `null` if not read since that change. */
  #rules: string | null = null;

  constructor({ limits = defaultNetworkLimits, ...options }: NamespaceOptions) {
    this.#options = { ...options, limits };
    this.#nics = new NicRecords(options.home, this.name);
    this.#firewallRecord = new FirewallRecord(options.home, this.name);
    // Set before `open`, for commands that only need a guest's address.
    this.#namespace = namespaceOf(options.home);
    this.#netns = new Netns(this.#namespace);
    this.#dhcp = new Dhcp(this.#namespace);
    this.#uplink = this.#uplinkOf(options.home);
    this.#metadata = this.#metadataOf();
  }

  get namespace(): string {
    return this.#namespace;
  }

  open(pools: readonly Pool[]): Promise<void> {
    return this.#turn(async () => {
      await this.#nics.open();
      await this.#find();
      await this.#open(pools);
      clearInterval(this.#looks);
      this.#looks = setInterval(() => void this.#reviveMetadata().catch(() => undefined), METADATA_POLL_MS).unref();
    });
  }

  reconcile(shared: SharedNetwork): Promise<string[]> {
    return this.#turn(async () => {
      const restored = this.#rules === null || this.#rules === (await listRules(this.#netns)) ? [] : ["the namespace's rules"];
      this.#taken = await this.#uplink.listUnroutablePools(shared.uplink, shared.pools);
      const pools = shared.pools.filter(({ cidr }) => this.#taken.every((one) => one.cidr !== cidr));
      const samePools = JSON.stringify(pools) === JSON.stringify(this.#shared.pools);
      const force = this.#rules === null || restored.length > 0 || !samePools;
      if (force) await this.#open(pools);
      this.#shared = { ...shared, pools };
      restored.push(...(await this.#applyUplink(force)));
      this.#rules = await listRules(this.#netns);
      if (this.#metadataAway) await this.#metadata.open();
      this.#metadataAway = false;
      return restored;
    });
  }

  readState(): Promise<NodeNetwork> {
    return this.#turn(async () => {
      await this.#find();
      const bridge = await this.#netns.ipJson<{ addr_info?: { local: string }[] }>('address', 'show', 'dev', BRIDGE);
      const gateways = bridge.flatMap(({ addr_info = [] }) => addr_info.map(({ local }) => local));
      const refused = [...this.#refused, ...this.#taken];
      const leads = ({ cidr, gateway }: Pool) => gateways.includes(gateway) && refused.every((one) => one.cidr !== cidr);
      return {
        host: await this.#hostAddresses.read(this.#uplink.machine),
        uplink: await this.#uplink.readState(),
        pools: this.#shared.pools.filter(leads).map(({ cidr }) => cidr),
        refused,
      };
    });
  }

  checkUplink(shared: SharedNetwork): Promise<HostFinding[]> {
    return this.#turn(async () => {
      await this.#nics.open();
      await this.#find();
      const nics = await this.#answering();
      return checkUplink({ ...shared, nics, namespace: this.#netns, hostUplink: this.#uplink });
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#looks);
    await this.#mutex.idle();
  }

  tearDown(): Promise<void> {
    return this.#turn(async () => {
      await this.#find();
      await this.#uplink.remove();
      clearInterval(this.#looks);
      await this.#metadata.close();
      await this.#dhcp.stop();
      if (await this.#netns.exists()) await run('ip', ['netns', 'delete', this.#namespace]);
    });
  }

  attach(spec: NicSpec, { held = false }: { held?: boolean } = {}): Promise<Nic> {
    return this.#turn(async () => {
      const others = (await this.#nics.all()).filter(({ machineId }) => machineId !== spec.machineId);
      const namesake = others.find(({ mac }) => metadataKeyOf(mac) === metadataKeyOf(spec.mac));
      if (namesake !== undefined)
        throw new EngineError('network', `the MAC of ${spec.machineId} belongs to ${namesake.machineId}`);
      requireFree(spec, others);
      const before = await this.#nics.read(spec.machineId);
      await this.#put(before, held || before?.held === true ? { ...spec, held: true } : spec);
      await this.#dhcp.add(spec);
      await this.#dhcp.ensure();
      return { ...spec, plug: { kind: 'tap', namespace: this.#namespace, device: tapOf(spec.machineId) } };
    });
  }

  hold(machineId: string): Promise<void> {
    return this.#turn(async () => {
      const before = await this.#nics.require(machineId);
      await this.#put(before, { ...before, held: true }, 'follow');
    });
  }

  release(machineId: string): Promise<void> {
    return this.#turn(async () => {
      const before = await this.#nics.require(machineId);
      const { held, ...spec } = before;
      await this.#put(before, spec, 'follow');
      await announceGateways(this.#netns, spec);
      // A process that died during an earlier release may not have announced them.
      if (held === undefined) await this.#uplink.announceAgain(spec.addresses.map(({ address }) => address));
    });
  }

  reassign(specs: readonly NicSpec[]): Promise<Nic[]> {
    return this.#turn(async () => {
      // The records come first: after a crash, `#open` applies them.
      const records = await this.#nics.asRecords(specs);
      const before = (await this.#nics.writeAll(records)).map(answeringNic);
      const after = records.map(answeringNic);
      const changes = after.map((now, i) => ({ before: before[i] as NicSpec, now }));
      const { desired } = this.#firewalls;
      const rules = changes.map((one) => ({ before: withFirewalls(one.before, desired), now: withFirewalls(one.now, desired) }));
      await this.#nft(changeRules(rules)).catch(async () => this.#makeRules(await this.#answering()));
      await this.#netns.ipLines(movedRoutes(before, after));
      for (const { before: old, now } of changes) if (mainAddressKey(old) !== mainAddressKey(now)) await this.#dhcp.add(now);
      if (this.#shared.uplink.on_link) await this.#applyUplink();
      return specs.map((spec) => ({ ...spec, plug: { kind: 'tap', namespace: this.#namespace, device: tapOf(spec.machineId) } }));
    });
  }

  detach(machineId: string): Promise<void> {
    return this.#turn(async () => {
      const spec = await this.#nics.read(machineId);
      if (spec === null) return;
      await this.#dhcp.remove(machineId);
      await this.#metadata.remove(spec.mac);
      if ((await wholeTaps(this.#netns)).has(tapOf(machineId))) await this.#netns.ip('link', 'delete', 'dev', tapOf(machineId));
      await this.#netns.ipLines(removedRoutes(answeringNic(spec), { addresses: [] }));
      await this.#nft(detachRules(withFirewalls(answeringNic(spec), this.#firewalls.desired)));
      await this.#nics.remove(machineId);
      if (this.#shared.uplink.on_link) await this.#applyUplink();
    });
  }

  async list(only?: 'held'): Promise<string[]> {
    return this.#nics.ids(only);
  }

  setFirewalls(read: (inForce: Firewalls) => Promise<Firewalls>): Promise<void> {
    return this.#turn(async () => {
      const { desired, made } = this.#firewalls;
      const before = made ? desired : await this.#firewallRecord.read();
      const now = await read(before);
      if (made && sameFirewalls(before, now)) return;
      const nics = await this.#nics.all();
      const script = made ? changedFirewalls(before, now, nics) : exactFirewalls(now, nics, await listChains(this.#netns));
      this.#firewalls = { desired: before, made: false };
      await this.#firewallRecord.replace(now, () => this.#nft(script));
      this.#firewalls = { desired: now, made: true };
    });
  }

  listFirewalls(): Promise<{ firewalls: number[]; machines: string[] }> {
    return this.#turn(async () => {
      await this.#find();
      return firewallsIn(await listChains(this.#netns));
    });
  }

  holdings(): Promise<NetworkHoldings> {
    return this.#turn(async () => {
      await this.#nics.open();
      await this.#find();
      const nics = await this.#nics.all();
      const published = await this.#metadata.keys();
      const machineOf = (key: string) => nics.find(({ mac }) => metadataKeyOf(mac) === key)?.machineId ?? key;
      return { addresses: await readHolders(this.#netns, nics), metadata: published.map(machineOf) };
    });
  }

  sshEndpoint(nic: NicSpec): SshEndpoint {
    const own = nic.addresses.find(({ version }) => version === 4) ?? nic.addresses[0];
    return { host: own?.address ?? '', port: 22, namespace: this.#namespace };
  }

  protect(change: ProtectionChange): Promise<void> {
    return this.#turn(() => this.#protections.apply(this.#netns, change));
  }

  protection(): Promise<ProtectionState> {
    return this.#turn(async () => {
      await this.#find();
      return this.#protections.state(this.#netns);
    });
  }

  async setMetadata(machineId: string, files: MetadataFiles): Promise<void> {
    const spec = await this.#nics.read(machineId);
    if (spec !== null) await this.#metadata.write(spec.mac, files);
  }

  /** Removes the namespace with everything attached. Used by the uninstaller and by tests. */
  remove(): Promise<void> {
    return this.#turn(async () => {
      await this.#nics.open();
      await this.#find();
      await this.#uplink.remove();
      clearInterval(this.#looks);
      await this.#metadata.close();
      await this.#dhcp.removeAll();
      for (const machineId of await this.#nics.ids()) await this.#nics.remove(machineId);
      if (await this.#netns.exists()) await run('ip', ['netns', 'delete', this.#namespace]);
    });
  }

  /** Derives the namespace from the home's real path, so that a symbolic link to the home gives the same name. */
  async #find(): Promise<void> {
    const home = await realpath(this.#options.home);
    if (namespaceOf(home) === this.#namespace) return;
    this.#namespace = namespaceOf(home);
    this.#netns = new Netns(this.#namespace);
    this.#dhcp = new Dhcp(this.#namespace);
    this.#uplink = this.#uplinkOf(home);
    this.#metadata = this.#metadataOf();
  }

  #uplinkOf(home: string): HostUplink {
    return new HostUplink({ home, namespace: this.#namespace, host: this.#options.hostNamespace ?? null });
  }

  #metadataOf(): MetadataService {
    return new MetadataService(this.#netns, this.#options.projectRoot ?? process.cwd());
  }

  async #reviveMetadata(): Promise<void> {
    if (await this.#metadata.isDown()) await this.#turn(() => this.#metadata.ensure());
  }

  /** Writes the record and makes device, rules and routes of the machine follow it. A guest waits paused if the uplink follows. */
  async #put(before: NicRecord | null, record: NicRecord, uplink: 'apply' | 'follow' = 'apply'): Promise<void> {
    await this.#nics.write(record);
    const moved = before !== null && JSON.stringify(before) !== JSON.stringify(record);
    if (before !== null && before.mac !== record.mac) await this.#metadata.remove(before.mac);
    const { desired } = this.#firewalls;
    const spec = answeringNic(record);
    const now = withFirewalls(spec, desired);
    await this.#nft(moved ? changeRules([{ before: withFirewalls(answeringNic(before), desired), now }]) : attachRules(now));
    if (!(await wholeTaps(this.#netns)).has(tapOf(spec.machineId))) await makeTap(this.#netns, spec.machineId);
    await this.#netns.ipLines([...(moved ? removedRoutes(answeringNic(before), spec) : []), ...routesTo(spec)]);
    if (this.#shared.uplink.on_link) await this.#applyUplink(false, uplink);
  }

  /** Lists all cards with the addresses that this node answers for. */
  async #answering(): Promise<NicSpec[]> {
    return (await this.#nics.all()).map(answeringNic);
  }

  /** Creates whatever is missing of the namespace and its machines, and keeps what exists. */
  async #open(pools: readonly Pool[]): Promise<void> {
    this.#shared = { ...this.#shared, pools };
    this.#refused = await makeBridge(this.#netns, pools);
    const records = await this.#nics.all();
    const specs = records.map(answeringNic);
    const taps = await wholeTaps(this.#netns);
    await this.#makeRules(specs);
    await this.floodFilter.restore();
    for (const { machineId } of specs) if (!taps.has(tapOf(machineId))) await makeTap(this.#netns, machineId);
    await this.#netns.ipLines(specs.flatMap(routesTo));
    await this.#netns.ipLines(await staleRoutes(this.#netns, specs));
    for (const spec of records) await this.#dhcp.add(spec).catch(() => undefined);
    await this.#dhcp.open(pools.map(({ cidr }) => cidr).filter((cidr) => !cidr.includes(':')));
    this.#metadataAway = await this.#metadata.open().then(
      () => false,
      () => true,
    );
  }

  /**
   * Rebuilds all rules from the records in one transaction, so no packet passes before its firewall exists. All address assignments are
   * rebuilt too: after an interrupted `reassign`, the kernel may have an address at the wrong machine.
   */
  async #makeRules(specs: readonly NicSpec[]): Promise<void> {
    const desired = await this.#firewallRecord.read();
    const shared = baseRules(this.#options.limits) + exactFirewalls(desired, specs, await listChains(this.#netns));
    await this.#nft(shared + rebuildRules(specs.map((spec) => withFirewalls(spec, desired))));
    this.#firewalls = { desired, made: true };
  }

  /** Applies the uplink and returns what others had changed. `force` rebuilds everything, because the namespace may have lost its part. */
  async #applyUplink(force = false, how: 'apply' | 'follow' = 'apply'): Promise<string[]> {
    const attached = { pools: this.#shared.pools, nics: await this.#answering() };
    if (how === 'apply') return this.#uplink.apply(this.#shared.uplink, attached, { force });
    await this.#uplink.follow(this.#shared.uplink, attached);
    return [];
  }

  async #nft(script: string): Promise<void> {
    await this.#netns.nft(script);
    this.#rules = null;
  }

  #turn<T>(act: () => Promise<T>): Promise<T> {
    return this.#mutex.runExclusive('network', act);
  }
}

const mainAddressKey = ({ hostname, addresses }: NicSpec): string =>
  `${hostname} ${addresses.find(({ version }) => version === 4)?.address}`;

/**
 * The data plane in its own network namespace: a bridge that is the guests' gateway, a tap per guest, nftables and
 * dnsmasq. It does not touch the host's own network, and has no uplink unless the operator configures one.
 *
 * Guests of one network cannot reach each other on the bridge (isolated ports): the gateway answers ARP for all of them and
 * routes between them, so that each packet passes the rules and the counters of `rules.ts`.
 */
import { realpath } from 'node:fs/promises';
import { EngineError } from '../../compute/port.ts';
import { attempt, run } from '../../host/run.ts';
import { KeyedMutex } from '../../keyed-mutex.ts';
import { NicRecords } from '../nics.ts';
import type { NetworkPort, Nic, NicSpec, SshEndpoint } from '../port.ts';
import { Dhcp } from './dhcp.ts';
import { BRIDGE, bridgeMac, namespaceOf, tapOf } from './names.ts';
import { attachRules, baseRules, detachRules } from './rules.ts';

export interface NamespaceOptions {
  home: string;
}

export class NamespaceNetwork implements NetworkPort {
  readonly name = 'namespace';
  readonly #options: NamespaceOptions;
  readonly #nics: NicRecords;
  /** All acts change the shared namespace, so they run one at a time. */
  readonly #mutex = new KeyedMutex();
  #namespace = '';
  #dhcp: Dhcp;

  constructor(options: NamespaceOptions) {
    this.#options = options;
    this.#nics = new NicRecords(options.home, this.name);
    // Set before `open`, for commands that only need a guest's address.
    this.#namespace = namespaceOf(options.home);
    this.#dhcp = new Dhcp(this.#namespace);
  }

  get namespace(): string {
    return this.#namespace;
  }

  open(pools: readonly { cidr: string; gateway: string }[]): Promise<void> {
    return this.#turn(async () => {
      await this.#nics.open();
      await this.#find();
      await this.#makeBridge(pools);
      await this.#nft(baseRules());
      const specs = await this.#nics.all();
      const taps = await this.#taps();
      await this.#nft(specs.map(attachRules).join(''));
      for (const spec of specs) if (!taps.has(tapOf(spec.machineId))) await this.#makeTap(spec);
      for (const spec of specs) await this.#dhcp.add(spec).catch(() => undefined);
      await this.#dhcp.open(pools.map(({ cidr }) => cidr).filter((cidr) => !cidr.includes(':')));
    });
  }

  async close(): Promise<void> {
    await this.#mutex.idle();
  }

  withdraw(): Promise<void> {
    return this.#turn(async () => {
      await this.#find();
      await this.#dhcp.stop();
      if (await this.#exists()) await run('ip', ['netns', 'delete', this.#namespace]);
    });
  }

  attach(spec: NicSpec): Promise<Nic> {
    return this.#turn(async () => {
      const holder = (await this.#nics.all()).find((other) => other.machineId !== spec.machineId && sharesAddress(other, spec));
      if (holder !== undefined)
        throw new EngineError('network', `an address of ${spec.machineId} belongs to ${holder.machineId}`);
      const before = await this.#nics.read(spec.machineId);
      await this.#nics.write(spec);
      const moved = before !== null && JSON.stringify(before) !== JSON.stringify(spec);
      await this.#nft((moved ? detachRules(before) : '') + attachRules(spec));
      if (!(await this.#taps()).has(tapOf(spec.machineId))) await this.#makeTap(spec);
      await this.#dhcp.add(spec);
      await this.#dhcp.ensure();
      return { ...spec, plug: { kind: 'tap', namespace: this.#namespace, device: tapOf(spec.machineId) } };
    });
  }

  detach(machineId: string): Promise<void> {
    return this.#turn(async () => {
      const spec = await this.#nics.read(machineId);
      if (spec === null) return;
      await this.#dhcp.remove(machineId);
      if ((await this.#taps()).has(tapOf(machineId))) await this.#ip(['link', 'delete', 'dev', tapOf(machineId)]);
      await this.#nft(detachRules(spec));
      await this.#nics.remove(machineId);
    });
  }

  async list(): Promise<string[]> {
    return this.#nics.ids();
  }

  sshEndpoint(nic: NicSpec): SshEndpoint {
    const own = nic.addresses.find(({ version }) => version === 4) ?? nic.addresses[0];
    return { host: own?.address ?? '', port: 22, namespace: this.#namespace };
  }

  /** Removes the namespace with everything attached. For uninstalling, and for tests. */
  remove(): Promise<void> {
    return this.#turn(async () => {
      await this.#nics.open();
      await this.#find();
      await this.#dhcp.removeAll();
      for (const machineId of await this.#nics.ids()) await this.#nics.remove(machineId);
      if (await this.#exists()) await run('ip', ['netns', 'delete', this.#namespace]);
    });
  }

  /** Derived from the home's real path, so that a link to it gives the same name. */
  async #find(): Promise<void> {
    this.#namespace = namespaceOf(await realpath(this.#options.home));
    this.#dhcp = new Dhcp(this.#namespace);
  }

  async #makeBridge(pools: readonly { cidr: string; gateway: string }[]): Promise<void> {
    if (!(await this.#exists())) await run('ip', ['netns', 'add', this.#namespace]);
    await this.#ip(['link', 'set', 'lo', 'up']);
    if ((await attempt('ip', ['-n', this.#namespace, 'link', 'show', BRIDGE])).code !== 0) {
      await this.#ip(['link', 'add', BRIDGE, 'address', bridgeMac(this.#namespace), 'type', 'bridge']);
    }
    await this.#ip(['link', 'set', BRIDGE, 'up']);
    for (const { cidr, gateway } of pools) {
      const nodad = gateway.includes(':') ? ['nodad'] : [];
      await this.#ip(['address', 'replace', `${gateway}/${cidr.split('/')[1]}`, 'dev', BRIDGE, ...nodad]);
    }
    await this.#sysctl('ipv4/ip_forward', '1');
    await this.#sysctl('ipv4/conf/all/send_redirects', '0');
    await this.#sysctl(`ipv4/conf/${BRIDGE}/send_redirects`, '0');
    await this.#sysctl(`ipv4/conf/${BRIDGE}/proxy_arp_pvlan`, '1');
    if (pools.some(({ gateway }) => gateway.includes(':'))) await this.#sysctl('ipv6/conf/all/forwarding', '1');
  }

  async #makeTap({ machineId }: NicSpec): Promise<void> {
    const device = tapOf(machineId);
    // Owned by root: a guest gets its own tap as an open descriptor, and can open no other.
    await this.#ip(['tuntap', 'add', 'dev', device, 'mode', 'tap', 'user', '0', 'group', '0']);
    await this.#ip(['link', 'set', device, 'master', BRIDGE]);
    await this.#ip(['link', 'set', device, 'type', 'bridge_slave', 'isolated', 'on']);
    await this.#ip(['link', 'set', device, 'up']);
  }

  /** The taps that are up and on the bridge. Incomplete ones are removed. */
  async #taps(): Promise<Set<string>> {
    const links = JSON.parse(await this.#ip(['-j', 'link', 'show'])) as { ifname: string; flags: string[]; master?: string }[];
    const taps = links.filter(({ ifname }) => ifname.startsWith('tap-'));
    const whole = taps.filter(({ flags, master }) => flags.includes('UP') && master === BRIDGE);
    for (const { ifname } of taps.filter((tap) => !whole.includes(tap))) await this.#ip(['link', 'delete', 'dev', ifname]);
    return new Set(whole.map(({ ifname }) => ifname));
  }

  async #exists(): Promise<boolean> {
    const text = await run('ip', ['netns', 'list']);
    return text.split('\n').some((line) => line.split(' ')[0] === this.#namespace);
  }

  #ip(args: readonly string[]): Promise<string> {
    return inNetwork(run('ip', ['-n', this.#namespace, ...args]));
  }

  async #nft(script: string): Promise<void> {
    if (script !== '') await inNetwork(run('ip', ['netns', 'exec', this.#namespace, 'nft', '-f', '-'], { input: script }));
  }

  /** /proc/sys/net shows the reader's network namespace, so a process in the namespace writes it. */
  async #sysctl(name: string, value: string): Promise<void> {
    await inNetwork(run('ip', ['netns', 'exec', this.#namespace, 'tee', `/proc/sys/net/${name}`], { input: value }));
  }

  #turn<T>(act: () => Promise<T>): Promise<T> {
    return this.#mutex.runExclusive('network', act);
  }
}

/** Marks failed commands as network errors. */
async function inNetwork<T>(act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind !== 'host') throw error;
    throw new EngineError('network', error.message, { cause: error, retryable: error.retryable });
  }
}

function sharesAddress(one: NicSpec, other: NicSpec): boolean {
  return one.addresses.some(({ address }) => other.addresses.some((theirs) => theirs.address === address));
}

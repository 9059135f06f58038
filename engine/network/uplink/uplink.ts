/**
 * Connects a namespace with its host in the mode that the operator set: a link, routes and rules. Every object bears the installation's
 * name or is recorded before it is changed, so `remove` restores the host's original state.
 */
import type { NodeNetwork } from '@innkeeper/model/net/node-network';
import type { Uplink } from '@innkeeper/model/net/uplink';
import type { NicSpec } from '../../nic.ts';
import { BRIDGE } from '../namespace/names.ts';
import { Netns } from '../netns.ts';
import type { Pool } from '../port.ts';
import { ANNOUNCED_AGAIN_MS, announce } from './announce.ts';
import { planChange } from './change.ts';
import { describeTakenInterface, moveInterface, returnInterface } from './edge.ts';
import { addressesOf, isIpv6Enabled, linkOf, routesThrough, routeTo, uplinkInterface } from './host.ts';
import { edgeOf, hostDevice, hostTable, INNER_DEVICE, linkAddresses, vlanDevice } from './names.ts';
import { planUplink, type UplinkInput, type UplinkPlan } from './plan.ts';
import { type UplinkRecord, UplinkRecordFile } from './record.ts';
import { noInnerRules } from './rules.ts';
import { addServerRoutes, leaveSharedLink, observeSharedLink, removeOtherRoutes } from './shared-link.ts';
import { HostSysctls } from './sysctls.ts';

export interface UplinkOptions {
  /** Home directory, which contains the uplink's record. */
  home: string;
  /** Namespace of the guests. */
  namespace: string;
  /** Namespace that is treated as the host, or `null` for the namespace of this process. */
  host: string | null;
}

export interface AttachedNetwork {
  pools: readonly Pool[];
  nics: readonly NicSpec[];
}

/** The plan that was applied last with its input, and the kernel's state after it. */
interface MadeUplink {
  host: Netns;
  input: UplinkInput;
  plan: UplinkPlan;
  seen: Readonly<Record<string, string>>;
}

export class HostUplink {
  readonly #namespace: string;
  readonly #machine: Netns;
  readonly #guests: Netns;
  readonly #file: UplinkRecordFile;
  #made: MadeUplink | null = null;
  /** Addresses for which the host answers on its interface. */
  #answered: readonly string[] = [];

  constructor(options: UplinkOptions) {
    this.#namespace = options.namespace;
    this.#machine = new Netns(options.host);
    this.#guests = new Netns(options.namespace);
    this.#file = new UplinkRecordFile(options.home);
  }

  /**
   * Applies the uplink. Does nothing if the uplink is in force, unless `force`. Returns what others have changed since the uplink was last
   * applied, as descriptions. Throws `network` with a message for the operator if the host cannot have the uplink.
   */
  async apply(uplink: Uplink, attached: AttachedNetwork, { force = false } = {}): Promise<string[]> {
    if (uplink.mode === 'none') {
      await this.remove();
      return [];
    }
    const before = await this.#file.read();
    if (before !== null && !(await this.#sameInterface(before, uplink))) await this.remove();
    const host = await this.#host(uplink);
    const input = await this.#input(host, uplink, attached);
    const plan = planUplink(input);
    const lastApplied = JSON.stringify(this.#made?.plan) === JSON.stringify(plan) ? this.#made : null;
    const seen = lastApplied === null ? {} : await this.#observe(host, plan);
    const differing = Object.keys(seen).filter((part) => seen[part] !== lastApplied?.seen[part]);
    if (lastApplied !== null && differing.length === 0 && !force) return [];
    this.#made = null;
    await this.#make(host, plan);
    this.#made = { host, input, plan, seen: await this.#observe(host, plan) };
    return differing;
  }

  /**
   * Follows a change of the cards for a guest that waits paused: 4 commands instead of 40, by what `apply` has read of the host. The next
   * `apply` makes and reads everything again, as this one does if more has changed.
   */
  async follow(uplink: Uplink, attached: AttachedNetwork): Promise<void> {
    const made = this.#made;
    this.#made = null;
    const hasFollowed = made !== null && (await this.#follow(made, attached).catch(() => false));
    if (!hasFollowed) await this.apply(uplink, attached);
  }

  /** Announces those of the addresses again for which the host answers on its interface. */
  async announceAgain(addresses: readonly string[]): Promise<void> {
    const record = await this.#file.read();
    if (record === null) return;
    const host = record.given === null ? this.#machine : new Netns(edgeOf(this.#namespace));
    const answered = addresses.filter((one) => record.proxies.includes(one));
    await this.#announce(host, record.interface, answered);
  }

  /** Removes the uplink completely, even after a crash of the process that made it. Idempotent. */
  async remove(): Promise<void> {
    this.#made = null;
    this.#answered = [];
    const record = await this.#file.read();
    if (record === null) return;
    // Remove the path of the packets first, then the rules that filter them.
    if (record.given === null)
      for (const address of record.proxies) await this.#unproxy(this.#machine, record.interface, address);
    const device = hostDevice(this.#namespace);
    if ((await linkOf(this.#machine, device)) !== null) await this.#machine.ip('link', 'delete', 'dev', device);
    await returnInterface(this.#machine, this.#namespace, record.given);
    const table = hostTable(this.#namespace).split(' ');
    if ((await this.#machine.attempt('nft', ['list', 'table', ...table])).code === 0)
      await this.#machine.run('nft', ['delete', 'table', ...table]);
    await new HostSysctls(this.#machine, this.#namespace).release();
    if (await this.#guests.exists()) {
      for (const version of ['-4', '-6']) await this.#guests.attempt('ip', [version, 'route', 'flush', 'type', 'unreachable']);
      if (record.sharedLink) await leaveSharedLink(this.#guests);
      await this.#guests.nft(noInnerRules());
    }
    await this.#file.remove();
  }

  /** Returns the plan that would apply to the current state, for checks. `null` if the interface is not yet moved to the guests. */
  async describe(uplink: Uplink, attached: AttachedNetwork): Promise<{ host: Netns; plan: UplinkPlan } | null> {
    const host = uplink.mode === 'bridge' ? new Netns(edgeOf(this.#namespace)) : this.#machine;
    if (!(await host.exists())) return null;
    return { host, plan: planUplink(await this.#input(host, uplink, attached)) };
  }

  /**
   * Returns the pools that would be routed to the guests as a whole, but that the host reaches through another device. Each has the reason.
   */
  async listUnroutablePools({ mode, on_link }: Uplink, pools: readonly Pool[]): Promise<NodeNetwork['refused']> {
    if (on_link || (mode !== 'routed' && mode !== 'bridge')) return [];
    const edge = new Netns(edgeOf(this.#namespace));
    const host = mode === 'bridge' && (await edge.exists()) ? edge : this.#machine;
    const found = await Promise.all(pools.map(async ({ cidr }) => ({ cidr, other: await routeTo(host, cidr) })));
    return found.flatMap(({ cidr, other }) =>
      other === null || other === hostDevice(this.#namespace)
        ? []
        : { cidr, why: `The host reaches ${cidr} by ${other} already: is the pool on the link of that interface (--on-link)?` },
    );
  }

  /** Reads from the kernel whether the link, the rules and the interface of the recorded uplink exist. Returns `null` without a record. */
  async readState(): Promise<NodeNetwork['uplink']> {
    const record = await this.#file.read();
    if (record === null) return null;
    const host = record.given === null ? this.#machine : new Netns(edgeOf(this.#namespace));
    if (!(await host.exists())) return { interface: record.interface, up: false };
    const links = await Promise.all([record.interface, hostDevice(this.#namespace)].map((device) => linkOf(host, device)));
    const rules = await host.attempt('nft', ['list', 'table', ...hostTable(this.#namespace).split(' ')]);
    return { interface: record.interface, up: rules.code === 0 && links.every((link) => link?.flags.includes('UP')) };
  }

  get machine(): Netns {
    return this.#machine;
  }

  async #sameInterface({ interface: now, given }: UplinkRecord, uplink: Uplink): Promise<boolean> {
    if (uplink.mode === 'bridge') return given !== null && given.interface === uplink.interface && given.vlan === uplink.vlan;
    return given === null && now === (await uplinkInterface(this.#machine, uplink.interface));
  }

  /** Prepares and returns the namespace that holds the host's end of the link. */
  async #host(uplink: Uplink): Promise<Netns> {
    const record = await this.#file.read();
    if (uplink.mode !== 'bridge') {
      const outer = await uplinkInterface(this.#machine, uplink.interface);
      await this.#file.write({ ...record, interface: outer, given: null, proxies: record?.proxies ?? [] });
      return this.#machine;
    }
    const given = (await describeTakenInterface(this.#machine, this.#namespace, uplink)) ?? record?.given ?? null;
    const proxies = record?.proxies ?? [];
    await this.#file.write({ ...record, interface: outerOf(this.#namespace, uplink), given, proxies });
    return (await moveInterface(this.#machine, this.#namespace, uplink)).netns;
  }

  /** Reads what a plan depends on. */
  async #input(host: Netns, uplink: Uplink, { pools, nics }: AttachedNetwork): Promise<UplinkInput> {
    const [seen, machine] = [await addressesOf(host), await addressesOf(this.#machine)];
    const own = (await linkOf(host, hostDevice(this.#namespace)))?.addr_info?.map(({ local }) => local) ?? [];
    const outer = uplink.mode === 'bridge' ? outerOf(this.#namespace, uplink) : await uplinkInterface(host, uplink.interface);
    const [card, bridge] = uplink.on_link ? [await linkOf(host, outer), await linkOf(this.#guests, BRIDGE)] : [null, null];
    return {
      namespace: this.#namespace,
      uplink,
      pools,
      nics,
      interface: outer,
      link: linkAddresses(
        this.#namespace,
        seen.linkLocal.filter((one) => !own.includes(one)),
      ),
      ipv6: await isIpv6Enabled(host),
      hostAddresses: [...new Set([...seen.own, ...machine.own])].sort(),
      mac: card?.address,
      bridgeAddresses: bridge?.addr_info?.map(({ local }) => local) ?? [],
    };
  }

  async #follow({ host, input, plan: before }: MadeUplink, { nics }: AttachedNetwork): Promise<boolean> {
    const plan = planUplink({ ...input, nics });
    const change = planChange(this.#namespace, before, plan);
    const record = await this.#file.read();
    if (change === null || record === null) return false;
    await this.#guests.nft(change.innerRules);
    await this.#file.write({ ...record, proxies: [...new Set([...record.proxies, ...plan.proxies])] });
    await this.#guests.ipLines(change.added);
    await host.ipLines(change.host);
    await this.#guests.ipLines(change.removed);
    await this.#file.write({ ...record, proxies: plan.proxies });
    await this.#answer(host, plan, record);
    return true;
  }

  async #make(host: Netns, plan: UplinkPlan): Promise<void> {
    const device = hostDevice(this.#namespace);
    await this.#link(host);
    await host.writeSysctl(`ipv4/conf/${device}/forwarding`, '1');
    // The rules must exist before the first packet.
    await host.nft(plan.hostRules);
    await this.#guests.nft(plan.innerRules);
    const record = await this.#file.read();
    const gone = (record?.proxies ?? []).filter((one) => !plan.proxies.includes(one));
    const all = [...new Set([...(record?.proxies ?? []), ...plan.proxies])];
    const shared = plan.sharedLink === undefined ? {} : { sharedLink: true as const };
    if (record !== null) await this.#file.write({ ...record, ...shared, proxies: all });
    if (plan.sharedLink) await addServerRoutes(this.#guests, plan.sharedLink);
    await this.#setSysctls(host, plan);
    await host.ipLines(plan.hostCommands);
    for (const network of await routesThrough(host, device))
      if (!plan.routes.some((one) => sameNetwork(one, network))) await host.ip('route', 'delete', network, 'dev', device);
    for (const address of gone) await this.#unproxy(host, plan.interface, address);
    await this.#guests.ipLines(plan.namespaceCommands);
    if (plan.sharedLink) await removeOtherRoutes(this.#guests, plan.sharedLink);
    else if (record?.sharedLink) await leaveSharedLink(this.#guests);
    if (record !== null)
      await this.#file.write({ interface: record.interface, given: record.given, proxies: plan.proxies, ...shared });
    await this.#answer(host, plan, record);
  }

  /** Announces the addresses that are new since the record. */
  async #answer(host: Netns, { proxies, interface: device }: UplinkPlan, record: UplinkRecord | null): Promise<void> {
    this.#answered = proxies;
    await this.#announce(
      host,
      device,
      proxies.filter((one) => !record?.proxies.includes(one)),
    );
  }

  /** Announces addresses twice: routers ignore an announcement if their entry for the address is less than a second old. */
  async #announce(host: Netns, device: string, addresses: readonly string[]): Promise<void> {
    if (addresses.length === 0) return;
    await announce(host, device, addresses);
    const again = () =>
      announce(
        host,
        device,
        addresses.filter((one) => this.#answered.includes(one)),
      );
    setTimeout(() => void again().catch(() => undefined), ANNOUNCED_AGAIN_MS).unref();
  }

  /** Creates the link unless both ends exist. An end whose peer vanished with its namespace is about to vanish itself. */
  async #link(host: Netns): Promise<void> {
    const device = hostDevice(this.#namespace);
    const [outer, inner] = await Promise.all([linkOf(host, device), linkOf(this.#guests, INNER_DEVICE)]);
    if (outer !== null && inner !== null) return;
    await host.attempt('ip', ['link', 'delete', 'dev', device]);
    await this.#guests.attempt('ip', ['link', 'delete', 'dev', INNER_DEVICE]);
    await host.ip('link', 'add', device, 'type', 'veth', 'peer', 'name', INNER_DEVICE, 'netns', this.#namespace);
  }

  /** Applies kernel settings. Settings in a namespace of our own need no holder, because they vanish with it. */
  async #setSysctls(host: Netns, { sysctls }: UplinkPlan): Promise<void> {
    const shared = new HostSysctls(this.#machine, this.#namespace);
    const inUse = await shared.listHeld();
    for (const { name, value, acceptedValue } of sysctls) {
      if (acceptedValue !== undefined && !inUse.includes(name) && (await host.readSysctl(name)) === acceptedValue) continue;
      if (host === this.#machine) await shared.hold(name, value);
      else await host.writeSysctl(name, value);
    }
    await shared.release(host === this.#machine ? sysctls.map(({ name }) => name) : []);
  }

  async #unproxy(host: Netns, device: string, address: string): Promise<void> {
    await host.attempt('ip', ['neighbour', 'delete', 'proxy', address, 'dev', device]);
  }

  async #defaultRoutes(): Promise<string> {
    const both = await Promise.all(['-4', '-6'].map((v) => this.#guests.attempt('ip', [v, 'route', 'show', 'default'])));
    return both.map(({ stdout }) => stdout).join('');
  }

  /** Reads everything that others could change, keyed by its description. */
  async #observe(host: Netns, plan: UplinkPlan): Promise<Record<string, string>> {
    const device = hostDevice(this.#namespace);
    const text = async (netns: Netns, command: string, ...args: string[]) => (await netns.attempt(command, args)).stdout;
    const sysctls = await Promise.all(plan.sysctls.map(({ name }) => host.readSysctl(name)));
    const proxies = plan.proxies.length === 0 ? '' : await text(host, 'ip', 'neighbour', 'show', 'proxy', 'dev', plan.interface);
    return {
      "the host's rules": await text(host, 'nft', '--stateless', 'list', 'table', ...hostTable(this.#namespace).split(' ')),
      "the host's end of the link": (await linkOf(host, device))?.flags.filter((flag) => flag === 'UP').join() ?? 'gone',
      "the host's routes": (await routesThrough(host, device)).join(' '),
      "the host's settings": sysctls.join(' '),
      "the host's answers for guests": proxies,
      "the namespace's routes":
        (await this.#defaultRoutes()) + (plan.sharedLink === undefined ? '' : await observeSharedLink(this.#guests)),
    };
  }
}

function outerOf(namespace: string, { interface: name, vlan }: Uplink): string {
  return vlan === null ? (name ?? '') : vlanDevice(namespace);
}

/** Returns whether both are the same network. `ip` omits the prefix length of a single address. */
function sameNetwork(one: string, other: string): boolean {
  return one === other || one === `${other}/32` || one === `${other}/128`;
}

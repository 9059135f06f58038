/**
 * Moves an interface, or one VLAN of it, into a namespace of its own for the guests. This namespace then acts as the host. The rest of the
 * uplink works as with a shared interface.
 */
import { type Uplink, versionOf } from '@innkeeper/model/net/uplink';
import { EngineError } from '../../error.ts';
import { Netns } from '../netns.ts';
import { defaultRoute, linkOf } from './host.ts';
import { edgeOf, vlanDevice } from './names.ts';
import type { UplinkRecord } from './record.ts';

export interface Edge {
  netns: Netns;
  /** Name of the interface in `netns`. */
  interface: string;
}

/**
 * Describes what would be taken from the host, before anything changes. Returns `null` if the interface was moved earlier. Throws `network`
 * with a message for the operator if the host itself uses the interface.
 */
export async function describeTakenInterface(host: Netns, namespace: string, uplink: Uplink): Promise<UplinkRecord['given']> {
  const { vlan } = uplink;
  const name = uplink.interface ?? '';
  const refuse = (why: string) => new EngineError('network', why, { retryable: false });
  const link = await linkOf(host, name);
  if (link === null) {
    const movedLink = await linkOf(new Netns(edgeOf(namespace)), name).catch(() => null);
    if (movedLink !== null && vlan === null) return null;
    throw refuse(`the host has no interface ${name}`);
  }
  const up = link.flags.includes('UP');
  if (vlan !== null && !up) throw refuse(`${name} is down: bring it up, for the VLAN ${vlan} of it can't be used otherwise`);
  if (vlan === null) {
    const addresses = (link.addr_info ?? []).filter(({ scope }) => scope === 'global').map(({ local }) => local);
    if (addresses.length > 0)
      throw refuse(`${name} has addresses of the host (${addresses.join(', ')}): give one that it does not use`);
    if (link.master !== undefined) throw refuse(`${name} is part of ${link.master}: give one that the host does not use`);
    for (const v of [4, 6] as const)
      if ((await defaultRoute(host, v))?.dev === name)
        throw refuse(`the host's default route leads by ${name}: give another one`);
  }
  return { interface: name, vlan, up };
}

/** Moves the interface into its namespace and configures it. Idempotent. */
export async function moveInterface(host: Netns, namespace: string, uplink: Uplink): Promise<Edge> {
  const edge = new Netns(edgeOf(namespace));
  if (!(await edge.exists())) await new Netns(null).ip('netns', 'add', edgeOf(namespace));
  const { vlan } = uplink;
  const parent = uplink.interface ?? '';
  const device = vlan === null ? parent : vlanDevice(namespace);
  if ((await linkOf(edge, device)) === null) {
    if (vlan !== null && (await linkOf(host, device)) === null) await addVlan(host, parent, device, vlan);
    await host.ip('link', 'set', 'dev', device, 'netns', edgeOf(namespace));
  }
  for (const name of ['all', 'default', device])
    if (await supportsIpv6(edge, name)) await edge.writeSysctl(`ipv6/conf/${name}/accept_ra`, '0');
  await edge.ipLines([
    'link set lo up',
    `link set ${device} up`,
    ...uplink.addresses.map((one) => `address replace ${one} dev ${device}${one.includes(':') ? ' nodad' : ''}`),
    ...uplink.gateways.map(
      (one) => `route replace ${versionOf(one) === 4 ? '0.0.0.0/0' : '::/0'} via ${one} dev ${device} onlink`,
    ),
  ]);
  return { netns: edge, interface: device };
}

async function addVlan(host: Netns, parent: string, device: string, vlan: number): Promise<void> {
  const made = await host.attempt('ip', ['link', 'add', 'link', parent, 'name', device, 'type', 'vlan', 'id', String(vlan)]);
  if (made.code === 0) return;
  const why = /Unknown device type/.test(made.stderr) ? 'the kernel of this host has no VLANs (8021q)' : made.stderr.trim();
  throw new EngineError('network', `the VLAN ${vlan} of ${parent} can't be made: ${why}`, { retryable: false });
}

/** Returns the interface to the host with its original state, and removes the namespace. Does nothing if neither exists. */
export async function returnInterface(host: Netns, namespace: string, given: UplinkRecord['given']): Promise<void> {
  const edge = new Netns(edgeOf(namespace));
  if (await edge.exists()) {
    if (given !== null && given.vlan === null && (await linkOf(edge, given.interface)) !== null) {
      await edge.ip('link', 'set', 'dev', given.interface, 'down');
      await edge.ip('address', 'flush', 'dev', given.interface);
      await edge.ip('link', 'set', 'dev', given.interface, 'netns', host.target);
      if (given.up) await host.ip('link', 'set', 'dev', given.interface, 'up');
    }
    await new Netns(null).ip('netns', 'delete', edgeOf(namespace));
  }
  // The VLAN was created but not yet moved.
  if ((await linkOf(host, vlanDevice(namespace))) !== null) await host.ip('link', 'delete', 'dev', vlanDevice(namespace));
}

async function supportsIpv6(edge: Netns, name: string): Promise<boolean> {
  return (await edge.readSysctl(`ipv6/conf/${name}/accept_ra`)) !== null;
}

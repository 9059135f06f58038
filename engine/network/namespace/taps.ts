/** The taps of machines on the bridge. */
import type { NicSpec } from '../../nic.ts';
import type { Netns } from '../netns.ts';
import { ANNOUNCED_AGAIN_MS, announce } from '../uplink/announce.ts';
import { BRIDGE, bridgeMac, tapOf } from './names.ts';

export async function makeTap(netns: Netns, machineId: string): Promise<void> {
  const device = tapOf(machineId);
  // Owned by root: a guest gets its own tap as an open descriptor and cannot open another.
  await netns.ip('tuntap', 'add', 'dev', device, 'mode', 'tap', 'user', '0', 'group', '0');
  await netns.ip('link', 'set', device, 'master', BRIDGE);
  await netns.ip('link', 'set', device, 'type', 'bridge_slave', 'isolated', 'on');
  await netns.ip('link', 'set', device, 'up');
}

/** Returns the taps that are up and on the bridge. Removes incomplete taps. */
export async function wholeTaps(netns: Netns): Promise<Set<string>> {
  const links = JSON.parse(await netns.ip('-j', 'link', 'show')) as { ifname: string; flags: string[]; master?: string }[];
  const taps = links.filter(({ ifname }) => ifname.startsWith('tap-'));
  const whole = taps.filter(({ flags, master }) => flags.includes('UP') && master === BRIDGE);
  for (const { ifname } of taps.filter((tap) => !whole.includes(tap))) await netns.ip('link', 'delete', 'dev', ifname);
  return new Set(whole.map(({ ifname }) => ifname));
}

/**
 * Tells a guest that came from another node the MAC of this node's gateway. The MAC differs from node to node, and the guest would otherwise
 * send to the former one until its entry expires.
 */
export async function announceGateways(netns: Netns, { machineId, addresses }: NicSpec): Promise<void> {
  const gateways = [...new Set(addresses.map(({ gateway }) => gateway))];
  const send = () => announce(netns, tapOf(machineId), gateways, { mac: bridgeMac(netns.name ?? ''), router: true });
  await send();
  // Guests ignore an announcement if their entry is less than a second old.
  setTimeout(() => void send().catch(() => undefined), ANNOUNCED_AGAIN_MS).unref();
}

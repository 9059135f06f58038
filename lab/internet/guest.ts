/** A guest that is a network namespace, attached in place of a machine's tap and equally untrusted. */
import { run } from '@innkeeper/engine/host/run';
import type { NamespaceNetwork } from '@innkeeper/engine/network/namespace/driver';
import { tapOf } from '@innkeeper/engine/network/namespace/names';
import { Netns } from '@innkeeper/engine/network/netns';
import type { NicSpec } from '@innkeeper/engine/nic';

export interface SimulatedGuest {
  netns: Netns;
  remove(): Promise<void>;
}

/** Attaches the guest, and sets its addresses as its seed would. */
export async function attachGuest(network: NamespaceNetwork, spec: NicSpec): Promise<SimulatedGuest> {
  await network.attach(spec);
  const netns = new Netns(`${network.namespace}-${spec.machineId}`);
  const inside = new Netns(network.namespace);
  await run('ip', ['netns', 'add', netns.name ?? '']);
  const remove = () => run('ip', ['netns', 'delete', netns.name ?? '']).then(() => {});
  try {
    await plugIn(spec, netns, inside);
  } catch (error) {
    await remove();
    throw error;
  }
  return { netns, remove };
}

/** Replaces the tap of the machine by a cable into the namespace of the guest. */
async function plugIn(spec: NicSpec, netns: Netns, inside: Netns): Promise<void> {
  const tap = tapOf(spec.machineId);
  await inside.ip('link', 'delete', tap);
  await netns.ip('link', 'add', 'eth0', 'address', spec.mac, 'type', 'veth', 'peer', 'name', tap, 'netns', inside.name ?? '');
  await inside.ipLines([`link set ${tap} master br0 up`, `link set ${tap} type bridge_slave isolated on`]);
  await netns.writeSysctl('ipv6/conf/eth0/accept_ra', '0');
  await netns.ipLines([
    'link set lo up',
    'link set eth0 up',
    ...spec.addresses.map(
      ({ address, prefix, version }) => `address add ${address}/${prefix} dev eth0${version === 6 ? ' nodad' : ''}`,
    ),
    ...new Set(
      spec.addresses.map(({ gateway, version }) => `route add ${version === 4 ? '0.0.0.0/0' : '::/0'} via ${gateway} dev eth0`),
    ),
  ]);
}

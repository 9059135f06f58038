/** Creates the network namespace and its bridge, which holds the gateway addresses of the guests. */
import type { NodeNetwork } from '@innkeeper/model/net/node-network';
import { EngineError } from '../../error.ts';
import { INTERNAL_NETWORK4, INTERNAL_NETWORK6, METADATA4, METADATA6 } from '../metadata/addresses.ts';
import { Netns } from '../netns.ts';
import type { Pool } from '../port.ts';
import { ADVERTISED } from './dhcp.ts';
import { BRIDGE, bridgeMac } from './names.ts';

/**
 * Creates whatever is missing. Returns the pools whose gateway the bridge could not get, each with the reason. One such pool does not stop
 * the others.
 */
export async function makeBridge(netns: Netns, pools: readonly Pool[]): Promise<NodeNetwork['refused']> {
  if (!(await netns.exists())) await new Netns(null).ip('netns', 'add', netns.name ?? '');
  await netns.ip('link', 'set', 'lo', 'up');
  if ((await netns.attempt('ip', ['link', 'show', BRIDGE])).code !== 0) {
    await netns.ip('link', 'add', BRIDGE, 'address', bridgeMac(netns.name ?? ''), 'type', 'bridge');
  }
  await netns.ip('link', 'set', BRIDGE, 'up');
  const refused: { cidr: string; why: string }[] = [];
  for (const { cidr, gateway } of pools) {
    const nodad = gateway.includes(':') ? ['nodad'] : [];
    // All prefixes share one link-local gateway. Each prefix has its own route.
    const prefix = gateway.startsWith('fe80:') ? '64' : cidr.split('/')[1];
    await netns.ip('address', 'replace', `${gateway}/${prefix}`, 'dev', BRIDGE, ...nodad).catch((error: unknown) => {
      if (!(error instanceof EngineError)) throw error;
      refused.push({ cidr, why: error.message });
    });
  }
  await removeOtherGateways(netns, pools);
  await netns.ip('address', 'replace', `${METADATA4}/32`, 'dev', BRIDGE);
  await netns.ip('route', 'replace', 'local', INTERNAL_NETWORK4, 'dev', 'lo');
  if ((await netns.readSysctl('ipv6/conf/all/disable_ipv6')) !== null) {
    await netns.ip('address', 'replace', `${METADATA6}/64`, 'dev', BRIDGE, 'nodad');
    await netns.ip('-6', 'route', 'replace', 'local', INTERNAL_NETWORK6, 'dev', 'lo');
    await netns.ip('address', 'replace', `${ADVERTISED.address}/64`, 'dev', BRIDGE, 'nodad');
  }
  await netns.writeSysctl('ipv4/ip_forward', '1');
  await netns.writeSysctl('ipv4/conf/all/send_redirects', '0');
  await netns.writeSysctl(`ipv4/conf/${BRIDGE}/send_redirects`, '0');
  await netns.writeSysctl(`ipv4/conf/${BRIDGE}/proxy_arp_pvlan`, '1');
  if (pools.some(({ gateway }) => gateway.includes(':'))) await netns.writeSysctl('ipv6/conf/all/forwarding', '1');
  return refused;
}

/** Removes gateways of former pools. Such a gateway would make its network unreachable outside the namespace. */
async function removeOtherGateways(netns: Netns, pools: readonly Pool[]): Promise<void> {
  const kept = [...pools.map(({ gateway }) => gateway), METADATA4, METADATA6, ADVERTISED.address];
  const links = await netns.ipJson<{ addr_info?: { local: string; prefixlen: number; scope: string }[] }>(
    'address',
    'show',
    'dev',
    BRIDGE,
  );
  const gone = links
    .flatMap(({ addr_info = [] }) => addr_info)
    .filter(({ local, scope }) => scope === 'global' && !kept.includes(local));
  await netns.ipLines(gone.map(({ local, prefixlen }) => `address delete ${local}/${prefixlen} dev ${BRIDGE}`));
}

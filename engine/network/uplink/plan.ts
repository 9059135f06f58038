/** Plans which changes an uplink needs on the host and in the namespace. `uplink.ts` applies them. Pure. */
import { networkOf } from '@innkeeper/model/net/ip-networks';
import { type Uplink, versionOf } from '@innkeeper/model/net/uplink';
import type { NicSpec } from '../../nic.ts';
import type { Pool } from '../port.ts';
import { hostDevice, INNER_DEVICE, LINK_PREFIX, type LinkAddresses } from './names.ts';
import { hostRules, innerRules } from './rules.ts';
import { planSharedLink, type SharedLink } from './shared-link.ts';

export interface UplinkInput {
  namespace: string;
  uplink: Uplink;
  pools: readonly Pool[];
  nics: readonly NicSpec[];
  /** Host interface that leads to the internet. */
  interface: string;
  link: LinkAddresses;
  /** True if the host has IPv6 enabled. */
  ipv6: boolean;
  hostAddresses: readonly string[];
  /** State that matters on a shared link only: the MAC of `interface`, and the addresses that the guests' bridge has. */
  mac?: string | undefined;
  bridgeAddresses?: readonly string[];
}

export interface HostSysctl {
  name: string;
  value: string;
  /** Another acceptable value. If the host has this value already, the setting is left unchanged. */
  acceptedValue?: string;
}

export interface UplinkPlan {
  interface: string;
  /** Settings of the host's kernel, applied in this order. */
  sysctls: readonly HostSysctl[];
  /** Lines for `ip`, on the host and in the namespace. */
  hostCommands: readonly string[];
  namespaceCommands: readonly string[];
  /** Networks that the host routes to the guests. */
  routes: readonly string[];
  /** Addresses for which the host answers ARP and NDP on its interface. */
  proxies: readonly string[];
  /** Routes of the namespace on a shared link. Absent if the router sends whole pools to this host. */
  sharedLink?: SharedLink;
  hostRules: string;
  innerRules: string;
}

export function planUplink(input: UplinkInput): UplinkPlan {
  const { namespace, uplink, pools, link, interface: outer, hostAddresses } = input;
  const device = hostDevice(namespace);
  const networks = pools.map(({ cidr }) => cidr);
  const versions = ([4, 6] as const).filter((v) => (v === 4 || input.ipv6) && networks.some((one) => versionOf(one) === v));
  const routes = uplink.mode === 'nat' ? [] : routedNetworks(input).filter((one) => versions.includes(versionOf(one)));
  const proxies = uplink.on_link ? addressesOf(input.nics).filter((one) => versions.includes(versionOf(one))) : [];
  const rules = { namespace, uplink, interface: outer, mac: input.mac, link, networks, nics: input.nics, hostAddresses };
  const spoken = networks.filter((one) => versions.includes(versionOf(one)));
  return {
    interface: outer,
    sysctls: hostSysctls(outer, versions, uplink.on_link),
    hostCommands: [
      ...linkUp(input, 'host', device),
      ...routes.map((network) => `route replace ${network} via ${nextHop(link, 'guest', versionOf(network))} dev ${device}`),
      ...proxies.map((address) => `neighbour replace proxy ${address} dev ${outer}`),
    ],
    namespaceCommands: [
      ...linkUp(input, 'guest', INNER_DEVICE),
      ...versions.map((v) => {
        const everything = v === 4 ? '0.0.0.0/0' : '::/0';
        return `route replace ${everything} via ${nextHop(link, 'host', v)} dev ${INNER_DEVICE}${source(input, v)}`;
      }),
      // Packets to unassigned addresses do not return to the host. On a shared link they may belong to another node.
      ...(uplink.on_link ? [] : spoken.map((one) => `route replace unreachable ${one} metric 4096`)),
    ],
    routes,
    proxies,
    ...(uplink.on_link ? { sharedLink: planSharedLink(input.nics, spoken, input.bridgeAddresses ?? []) } : {}),
    hostRules: hostRules(rules),
    innerRules: innerRules(rules),
  };
}

/** Lists the routed networks: whole pools if the router sends them to this host, single addresses on a shared link. */
function routedNetworks({ uplink, pools, nics }: UplinkInput): string[] {
  if (!uplink.on_link) return pools.map(({ cidr }) => cidr);
  return nics.flatMap(({ addresses }) =>
    addresses.map(({ address, version, prefix, gateway }) =>
      version === 6 && gateway.startsWith('fe80:') ? networkOf(address, prefix) : `${address}/${version === 4 ? 32 : 128}`,
    ),
  );
}

function addressesOf(nics: readonly NicSpec[]): string[] {
  return nics.flatMap(({ addresses }) => addresses.map(({ address }) => address));
}

/**
 * Returns the host's kernel settings. IPv4 is forwarded per interface, so no other interface starts to forward. IPv6 has one switch for all
 * interfaces, and forwarding makes the kernel ignore router advertisements. `accept_ra=2` keeps accepting them.
 */
function hostSysctls(outer: string, versions: readonly (4 | 6)[], onLink: boolean): HostSysctl[] {
  const when = (which: boolean, ...sysctls: HostSysctl[]) => (which ? sysctls : []);
  return [
    ...when(versions.includes(4), { name: `ipv4/conf/${outer}/forwarding`, value: '1' }),
    ...when(
      versions.includes(6),
      { name: `ipv6/conf/${outer}/accept_ra`, value: '2', acceptedValue: '0' },
      { name: 'ipv6/conf/all/forwarding', value: '1' },
    ),
    // Otherwise proxy replies are delayed by up to 0.8 s.
    ...when(onLink && versions.includes(4), { name: `ipv4/neigh/${outer}/proxy_delay`, value: '0' }),
    ...when(
      onLink && versions.includes(6),
      { name: `ipv6/neigh/${outer}/proxy_delay`, value: '0' },
      { name: `ipv6/conf/${outer}/proxy_ndp`, value: '1' },
    ),
  ];
}

/** Returns the source address of the namespace's own packets: a gateway of a routed pool, which the internet can reach. */
function source({ uplink, pools }: UplinkInput, version: 4 | 6): string {
  if (uplink.mode === 'nat' || uplink.on_link) return '';
  const gateway = pools.map((pool) => pool.gateway).find((one) => versionOf(one) === version && !one.startsWith('fe80:'));
  return gateway === undefined ? '' : ` src ${gateway}`;
}

/** Returns lines that set the link up with our own link-local address. The kernel's own would be usable only after a second. */
function linkUp({ link, ipv6 }: UplinkInput, side: 'host' | 'guest', device: string): string[] {
  const addresses = [
    `${link[`${side}4`]}/${LINK_PREFIX[4]}`,
    ...(ipv6 ? [`${link[`${side}6`]}/${LINK_PREFIX[6]} nodad`, `${side === 'host' ? 'fe80::1' : 'fe80::2'}/64 nodad`] : []),
  ];
  return [
    ...(ipv6 ? [`link set ${device} addrgenmode none`] : []),
    `link set ${device} up`,
    ...addresses.map((one) => `address replace dev ${device} ${one}`),
  ];
}

function nextHop(link: LinkAddresses, side: 'host' | 'guest', version: 4 | 6): string {
  return link[`${side}${version}`];
}

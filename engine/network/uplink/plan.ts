/** What an uplink needs of the host and of the namespace: decided here, done in `uplink.ts`. Pure. */
import { networkOf } from '@innkeeper/model/ip-networks';
import { type Uplink, versionOf } from '@innkeeper/model/uplink';
import type { NicSpec, Pool } from '../port.ts';
import { hostDevice, INNER_DEVICE, LINK_PREFIX, type LinkAddresses } from './names.ts';
import { hostRules, innerRules } from './rules.ts';

export interface UplinkInput {
  namespace: string;
  uplink: Uplink;
  pools: readonly Pool[];
  nics: readonly NicSpec[];
  /** The interface that leads to the internet, where the host's end of the link is. */
  interface: string;
  link: LinkAddresses;
  /** Whether the host speaks it. */
  ipv6: boolean;
  hostAddresses: readonly string[];
}

export interface HostSysctl {
  name: string;
  value: string;
  /** Left as it is where it has this value. */
  unless?: string;
}

export interface UplinkPlan {
  interface: string;
  /** Of the host's kernel, in this order. */
  sysctls: readonly HostSysctl[];
  /** Lines of `ip` for the host, and for the namespace. */
  host: readonly string[];
  inside: readonly string[];
  /** Networks that the host sends to the guests. */
  routes: readonly string[];
  /** Addresses for which the host answers ARP and NDP on its interface. */
  proxies: readonly string[];
  hostRules: string;
  innerRules: string;
}

export function planUplink(input: UplinkInput): UplinkPlan {
  const { namespace, uplink, pools, link, interface: outer, hostAddresses } = input;
  const device = hostDevice(namespace);
  const networks = pools.map(({ cidr }) => cidr);
  const versions = ([4, 6] as const).filter((v) => (v === 4 || input.ipv6) && networks.some((one) => versionOf(one) === v));
  const routes = uplink.mode === 'nat' ? [] : routedTo(input).filter((one) => versions.includes(versionOf(one)));
  const proxies = uplink.on_link ? addressesOf(input.nics).filter((one) => versions.includes(versionOf(one))) : [];
  const rules = { namespace, uplink, interface: outer, link, networks, hostAddresses };
  return {
    interface: outer,
    sysctls: hostSysctls(outer, versions, proxies),
    host: [
      ...linkUp(input, 'host', device),
      ...routes.map((network) => `route replace ${network} via ${nextHop(link, 'guest', versionOf(network))} dev ${device}`),
      ...proxies.map((address) => `neighbour replace proxy ${address} dev ${outer}`),
    ],
    inside: [
      ...linkUp(input, 'guest', INNER_DEVICE),
      ...versions.map((v) => {
        const everything = v === 4 ? '0.0.0.0/0' : '::/0';
        return `route replace ${everything} via ${nextHop(link, 'host', v)} dev ${INNER_DEVICE}${source(input, v)}`;
      }),
      // Of what no guest has, nothing goes back to where it came from.
      ...networks.filter((one) => versions.includes(versionOf(one))).map((one) => `route replace unreachable ${one} metric 4096`),
    ],
    routes,
    proxies,
    hostRules: hostRules(rules),
    innerRules: innerRules(rules),
  };
}

/** Whole networks where the router sends them here; single ones on a link that others share. */
function routedTo({ uplink, pools, nics }: UplinkInput): string[] {
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
 * IPv4 is forwarded by interface, so no other starts to forward. For IPv6 the kernel knows one switch for all, with which it stops to
 * listen to routers: 2 keeps what the host was told by them.
 */
function hostSysctls(outer: string, versions: readonly (4 | 6)[], proxies: readonly string[]): HostSysctl[] {
  const proxied = (v: 4 | 6) => proxies.some((one) => versionOf(one) === v);
  const when = (which: boolean, ...sysctls: HostSysctl[]) => (which ? sysctls : []);
  return [
    ...when(versions.includes(4), { name: `ipv4/conf/${outer}/forwarding`, value: '1' }),
    ...when(
      versions.includes(6),
      { name: `ipv6/conf/${outer}/accept_ra`, value: '2', unless: '0' },
      { name: 'ipv6/conf/all/forwarding', value: '1' },
    ),
    // Else answers for others wait up to 0.8 s.
    ...when(proxied(4), { name: `ipv4/neigh/${outer}/proxy_delay`, value: '0' }),
    ...when(
      proxied(6),
      { name: `ipv6/neigh/${outer}/proxy_delay`, value: '0' },
      { name: `ipv6/conf/${outer}/proxy_ndp`, value: '1' },
    ),
  ];
}

/** The namespace itself speaks by an address that the internet can answer: its own of a pool that is routed here. */
function source({ uplink, pools }: UplinkInput, version: 4 | 6): string {
  if (uplink.mode === 'nat' || uplink.on_link) return '';
  const gateway = pools.map((pool) => pool.gateway).find((one) => versionOf(one) === version && !one.startsWith('fe80:'));
  return gateway === undefined ? '' : ` src ${gateway}`;
}

/** With a link-local address of ours: the kernel's own could be used a second later only. */
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

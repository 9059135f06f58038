/** Traffic shares of an attack: the largest sources, protocols and ports by bytes, in bounded memory. */
import type { Count } from './traffic.ts';

/** Traffic of one source, protocol or port. Peaks are averages over one sample. */
export interface Share {
  peak_bps: number;
  peak_pps: number;
  bytes: number;
  packets: number;
}

export const SHARE_LISTS = ['protocols', 'tcp_ports', 'udp_ports', 'sources'] as const;
export type ShareList = (typeof SHARE_LISTS)[number];

/** Shares by protocol number, by port and by address, as stored with an attack. */
export type Shares = Record<ShareList, Record<string, Share>>;

/** Packets from a source to a port in one sample. The port is 0 for ICMP and other protocols without ports. */
export interface Flow extends Count {
  source: string;
  protocol: number;
  port: number;
}

/** Maximum entries of each list: more than are shown, so that entries can still grow large enough. */
export const MAX_SHARES = 200;
const [TCP, UDP] = [6, 17];

export const emptyShares = (): Shares => ({ protocols: {}, tcp_ports: {}, udp_ports: {}, sources: {} });

/** Adds the flows of `seconds` to the shares. */
export function addFlows(shares: Shares, flows: readonly Flow[], seconds: number): Shares {
  const seen: Record<ShareList, Map<string, Count>> = {
    protocols: new Map(),
    tcp_ports: new Map(),
    udp_ports: new Map(),
    sources: new Map(),
  };
  for (const flow of flows) {
    const { source, protocol, port } = flow;
    count(seen.protocols, String(protocol), flow);
    count(seen.sources, source, flow);
    if (protocol === TCP) count(seen.tcp_ports, String(port), flow);
    if (protocol === UDP) count(seen.udp_ports, String(port), flow);
  }
  const lists = SHARE_LISTS.map((list) => [list, largest(merged(shares[list], seen[list], seconds), MAX_SHARES)] as const);
  return Object.fromEntries(lists) as Shares;
}

/** Returns the entries of a list with the most bytes, with their keys. */
export function topOf(shares: Record<string, Share>, max: number): (Share & { key: string })[] {
  return Object.entries(largest(shares, max)).map(([key, share]) => ({ key, ...share }));
}

/**
 * Returns the sum of several shares, for example the addresses of an autonomous system. The summed peaks are an upper bound, because they
 * may be from different seconds.
 */
export function sumShares(shares: readonly Share[]): Share {
  const sum = (field: keyof Share): number => shares.reduce((total, share) => total + share[field], 0);
  return { peak_bps: sum('peak_bps'), peak_pps: sum('peak_pps'), bytes: sum('bytes'), packets: sum('packets') };
}

function count(map: Map<string, Count>, key: string, { packets, bytes }: Count): void {
  const before = map.get(key);
  if (before) {
    before.packets += packets;
    before.bytes += bytes;
  } else map.set(key, { packets, bytes });
}

function merged(before: Record<string, Share>, seen: Map<string, Count>, seconds: number): Record<string, Share> {
  const all = { ...before };
  for (const [key, { packets, bytes }] of seen) {
    const was = all[key] ?? { peak_bps: 0, peak_pps: 0, bytes: 0, packets: 0 };
    all[key] = {
      peak_bps: Math.max(was.peak_bps, Math.round((bytes * 8) / seconds)),
      peak_pps: Math.max(was.peak_pps, Math.round(packets / seconds)),
      bytes: was.bytes + bytes,
      packets: was.packets + packets,
    };
  }
  return all;
}

function largest(shares: Record<string, Share>, max: number): Record<string, Share> {
  const entries = Object.entries(shares).sort(([, one], [, other]) => other.bytes - one.bytes);
  return Object.fromEntries(entries.slice(0, max));
}

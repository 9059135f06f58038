/** Sources, protocols and ports of an attack: the largest by bytes, in bounded space. */
import type { Count } from './traffic.ts';

/** Traffic of one source, protocol or port. Peaks are of one second. */
export interface Share {
  peak_bps: number;
  peak_pps: number;
  bytes: number;
  packets: number;
}

export const SHARE_LISTS = ['protocols', 'tcp_ports', 'udp_ports', 'sources'] as const;
export type ShareList = (typeof SHARE_LISTS)[number];

/** Shares by the number of the protocol, by port and by address, as an attack stores them. */
export type Shares = Record<ShareList, Record<string, Share>>;

/** Packets from a source to a port in one sample. The port of ICMP and other protocols is 0. */
export interface Flow extends Count {
  source: string;
  protocol: number;
  port: number;
}

/** Entries kept of each list: those that are shown, and those that can become large enough. */
export const MOST_SHARES = 200;
const [TCP, UDP] = [6, 17];

export const noShares = (): Shares => ({ protocols: {}, tcp_ports: {}, udp_ports: {}, sources: {} });

/** Adds what was seen in `seconds`. */
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
  const lists = SHARE_LISTS.map((list) => [list, largest(merged(shares[list], seen[list], seconds), MOST_SHARES)] as const);
  return Object.fromEntries(lists) as Shares;
}

/** The largest of a list by what they sent in all, with their keys. */
export function topOf(shares: Record<string, Share>, most: number): (Share & { key: string })[] {
  return Object.entries(largest(shares, most)).map(([key, share]) => ({ key, ...share }));
}

/** Of several together: an autonomous system, by its addresses. Peaks of different seconds add up to no more than this. */
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

function largest(shares: Record<string, Share>, most: number): Record<string, Share> {
  const entries = Object.entries(shares).sort(([, one], [, other]) => other.bytes - one.bytes);
  return Object.fromEntries(entries.slice(0, most));
}

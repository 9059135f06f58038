import type { AttackSummary, BlockedIp, Attack as Detailed, ProtectionBandwidth } from '@innkeeper/contract/schemas/protection';
import type { Attack } from '@innkeeper/db/tables/attacks';
import type { BlockedSourceRow } from '@innkeeper/db/tables/blocked-sources';
import type { Origin } from '@innkeeper/db/tables/origins';
import type { Pattern } from '@innkeeper/model/attacks/detector';
import { blockReason, PATTERNS } from '@innkeeper/model/attacks/severity';
import type { Share } from '@innkeeper/model/attacks/shares';
import type { TrafficBucket } from '@innkeeper/model/net/traffic-buckets';
import { iso } from './time.ts';

type RankedShare = Share & { key: string };

export interface AttackDetails {
  attack: Attack;
  protocols: RankedShare[];
  tcpPorts: RankedShare[];
  udpPorts: RankedShare[];
  sources: (RankedShare & { country: string | null })[];
  /** Autonomous systems of the stored sources, largest first. Empty without data on autonomous systems. */
  asns: (Share & { asn: number; name: string | null; country: string | null })[];
}

export interface BlockedSource extends BlockedSourceRow {
  country: Origin['country'];
  /** Pattern of the ongoing attack on the address, or `null` if there is none. */
  pattern: Pattern | null;
}

/** Presents attacks, blocked sources and traffic of addresses. Mbps and MB are decimal. */
export function presentAttackSummary(attack: Attack): AttackSummary {
  return {
    id: attack.key,
    ongoing: attack.ended_at === null,
    started_at: attack.started_at.toISOString(),
    ended_at: attack.ended_at?.toISOString() ?? null,
    detector: attack.detector,
    severity: attack.severity,
    ...PATTERNS[attack.pattern],
    peak_bandwidth: mega(Number(attack.peak_bps)),
    peak_pps: Number(attack.peak_pps),
  };
}

export function presentAttack({ attack, protocols, tcpPorts, udpPorts, sources, asns }: AttackDetails): Detailed {
  const byPort = (ports: AttackDetails['tcpPorts']) => Object.fromEntries(ports.map((port) => [port.key, presentShare(port)]));
  return {
    ...presentAttackSummary(attack),
    initial_bandwidth: mega(Number(attack.initial_bps)),
    initial_pps: Number(attack.initial_pps),
    top_protocols: protocols.map((one) => ({ name: nameOf(one.key), number: Number(one.key), ...presentShare(one) })),
    top_source_asns: asns.map((one) => ({ asn: one.asn, name: one.name, country: one.country, ...presentShare(one) })),
    top_source_ips: sources.map((one) => ({ ip: one.key, country: one.country, ...presentShare(one) })),
    top_ports: { tcp: byPort(tcpPorts), udp: byPort(udpPorts) },
  };
}

/** Presents a blocked source. A source that still floods at `expires_at` is blocked again and gets a later end. */
export function presentBlockedIp({ source, country, pattern, blocked_at, expires_at }: BlockedSource): BlockedIp {
  return {
    ip: source,
    country,
    reason: blockReason(pattern),
    blocked_at: iso(blocked_at),
    expires_at: iso(expires_at),
  };
}

export function presentTraffic(bucket: TrafficBucket): ProtectionBandwidth {
  const seconds = bucket.stepMs / 1000;
  return {
    timestamp: bucket.at / 1000,
    passed_mbps: mega((bucket.passedBytes * 8) / seconds),
    passed_pps: rounded(bucket.passedPackets / seconds),
    dropped_mbps: mega((bucket.droppedBytes * 8) / seconds),
    dropped_pps: rounded(bucket.droppedPackets / seconds),
  };
}

const presentShare = ({ peak_bps, peak_pps, bytes, packets }: Share) => ({
  peak_bandwidth: mega(peak_bps),
  peak_pps,
  total_bandwidth: mega(bytes),
  total_pps: packets,
});

const PROTOCOLS: Readonly<Record<string, string>> = {
  1: 'ICMP',
  6: 'TCP',
  17: 'UDP',
  41: 'IPv6',
  47: 'GRE',
  50: 'ESP',
  58: 'ICMPv6',
};
const nameOf = (protocol: string): string => PROTOCOLS[protocol] ?? `IP protocol ${protocol}`;

const rounded = (figure: number): number => Math.round(figure * 100) / 100;
const mega = (figure: number): number => Math.round(figure / 1e3) / 1e3;

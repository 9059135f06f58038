/** Severity of an attack by the share of the port that it would use, and the names of attacks. */
import type { Pattern } from './detector.ts';

export type Severity = 'low' | 'middle' | 'high';

/** Bits of a minimum-size packet on the wire, with preamble and gap. It limits how many packets a port carries. */
const MIN_PACKET_BITS = 84 * 8;

/** Returns `low` below half of the port's capacity, and `high` from twice that capacity on. */
export function severityOf({ bps, pps }: { bps: number; pps: number }, portMbps: number): Severity {
  const ratio = Math.max(bps, pps * MIN_PACKET_BITS) / (portMbps * 1e6);
  if (ratio < 0.5) return 'low';
  return ratio < 2 ? 'middle' : 'high';
}

/** Name and description of each stored pattern. */
export const PATTERNS: Readonly<Record<Pattern, { reason: string; description: string }>> = {
  syn: { reason: 'SYN flood', description: 'Many TCP connections were opened and never completed.' },
  tcp: { reason: 'TCP flood', description: 'Many TCP packets arrived that belong to no connection.' },
  udp: { reason: 'UDP flood', description: 'Many unsolicited UDP packets arrived.' },
  other: {
    reason: 'ICMP or other flood',
    description: 'Many unsolicited packets arrived that are neither TCP nor UDP.',
  },
  volume: {
    reason: 'Volume',
    description: 'Known peers of the address sent more traffic than its port carries.',
  },
};

/** Returns the reason why a source is blocked. `null` if the source exceeded the limit of a single source. */
export function blockReason(pattern: Pattern | null): string {
  if (pattern === null) return 'The source sent more packets per second than one source is allowed.';
  return `The source takes part in an attack: ${PATTERNS[pattern].reason}.`;
}

/** How bad an attack is, by how much of the port it would take, and what it is called. */
import type { Pattern } from './detector.ts';

export type Severity = 'low' | 'middle' | 'high';

/** Of a packet of least size on the wire, with preamble and gap: so many fit into a port. */
const LEAST_PACKET_BITS = 84 * 8;

/** `low`: below half of what the port carries; `high`: twice that and more. */
export function severityOf({ bps, pps }: { bps: number; pps: number }, portMbps: number): Severity {
  const ratio = Math.max(bps, pps * LEAST_PACKET_BITS) / (portMbps * 1e6);
  if (ratio < 0.5) return 'low';
  return ratio < 2 ? 'middle' : 'high';
}

/** By the pattern that is stored: its name, and what it is. */
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

/** Of a source that is blocked. */
export function blockReason(pattern: Pattern | null): string {
  if (pattern === null) return 'The source sent more packets per second than one source is allowed.';
  return `The source takes part in an attack: ${PATTERNS[pattern].reason}.`;
}

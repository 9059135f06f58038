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
  syn: { reason: 'SYN flood', description: 'Many connections were begun and never finished.' },
  tcp: { reason: 'TCP flood', description: 'Many TCP packets came that belong to no connection.' },
  udp: { reason: 'UDP flood', description: 'Many UDP packets came that nobody had asked for.' },
  other: {
    reason: 'ICMP or other flood',
    description: 'Many packets came that are neither TCP nor UDP, and that nobody had asked for.',
  },
  volume: {
    reason: 'Volume',
    description: 'More came than the port of the address carries, from sources that it was in touch with.',
  },
};

/** Of a source that is blocked. */
export function blockReason(pattern: Pattern | null): string {
  if (pattern === null) return 'It sent more packets a second than one source may.';
  return `Part of an attack: ${PATTERNS[pattern].reason}.`;
}

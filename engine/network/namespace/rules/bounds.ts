/**
 * Limits each guest's share of the connection tracking table, before entries are created. The kernel has room for 262,144 connections.
 *
 * Counting costs 0.05 ms per new packet at 2000 connections, 0.2 ms at 4000 and 1 ms at 8000. New connections are therefore rate limited
 * first: a guest at its limit costs at most a fifth of a core.
 */
import { BRIDGE } from '../names.ts';
import { PREFIX_MASK } from '../prefixes.ts';
import type { RulesPart } from './part.ts';

/** Separate table: its set counts change with the traffic and would otherwise look like changed rules. */
const BOUNDS = 'inet innkeeper-bounds';

export const bounds: RulesPart = {
  base: ({ trackedConnections, newConnectionsPerSecond }) => [
    `add table ${BOUNDS}`,
    ...['4', '6'].flatMap((v) =>
      ['begun', 'tracked'].map(
        (set) =>
          `add set ${BOUNDS} ${set}${v} { type ipv${v}_addr; size 65535; flags dynamic${set === 'begun' ? ',timeout; timeout 10s' : ''}; }`,
      ),
    ),
    // Runs right after connection tracking, which keeps no entry for packets dropped here.
    `add chain ${BOUNDS} begin { type filter hook prerouting priority -190; policy accept; }`,
    `flush chain ${BOUNDS} begin`,
    `add rule ${BOUNDS} begin iifname != "${BRIDGE}" accept`,
    `add rule ${BOUNDS} begin ct state != new accept`,
    ...[
      ['4', 'ip saddr'],
      ['6', `ip6 saddr & ${PREFIX_MASK}`],
    ].flatMap(([v, source]) => [
      `add rule ${BOUNDS} begin update @begun${v} { ${source} limit rate over ${newConnectionsPerSecond}/second burst ${trackedConnections} packets } counter drop`,
      `add rule ${BOUNDS} begin add @tracked${v} { ${source} ct count over ${trackedConnections} } counter drop`,
    ]),
  ],
  attach: () => [],
  detach: () => [],
};

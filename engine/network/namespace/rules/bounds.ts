/**
 * What a guest may take of what all share: entries of connection tracking, by its addresses, before they are made. Per new packet a count costs 0.05 ms
 * at 2000 connections, 0.2 ms at 4000 and 1 ms at 8000, so new ones are limited by rate first: a guest that is at its bound costs a fifth of a core at most.
 * The kernel has room for 262 144 connections.
 */
import { BRIDGE } from '../names.ts';
import { PREFIX_MASK } from '../prefixes.ts';
import type { RulesPart } from './part.ts';

/** A table of its own: what its sets count changes with the traffic, and would look like rules that somebody has changed. */
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
    // Right after packets have met connection tracking, which keeps nothing of what is dropped here.
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

/**
 * Kinds of traffic to an address, in the order in which the kernel classifies packets.
 *
 * A source is a peer if the address has recently sent packets to it. Over TCP a handshake does not count, so that a forged source never
 * becomes a peer. Packets of peers are solicited. All other packets are unsolicited.
 */
export const TRAFFIC_KINDS = ['syn', 'peer_tcp', 'peer', 'tcp', 'udp', 'other'] as const;

/**
 * `syn` opens a connection. `peer_tcp` and `peer` are from peers, over TCP and over other protocols. `tcp`, `udp` and `other` are from
 * sources that are not peers.
 */
export type TrafficKind = (typeof TRAFFIC_KINDS)[number];

/** Unsolicited kinds, which identify floods. */
export const UNSOLICITED = ['syn', 'tcp', 'udp', 'other'] as const satisfies readonly TrafficKind[];
export type Unsolicited = (typeof UNSOLICITED)[number];

export interface Count {
  packets: number;
  bytes: number;
}

/** Traffic to one address over some time. Kinds without packets may be missing. */
export type Traffic = Readonly<Partial<Record<TrafficKind, Count>>>;

export const NO_TRAFFIC: Count = { packets: 0, bytes: 0 };

export const addCounts = (one: Count, other: Count | undefined): Count =>
  other ? { packets: one.packets + other.packets, bytes: one.bytes + other.bytes } : one;

export const totalOf = (traffic: Traffic): Count =>
  TRAFFIC_KINDS.reduce((sum, kind) => addCounts(sum, traffic[kind]), NO_TRAFFIC);

export function addTraffic(one: Traffic, other: Traffic): Traffic {
  const sums: Partial<Record<TrafficKind, Count>> = { ...one };
  for (const kind of TRAFFIC_KINDS) if (other[kind]) sums[kind] = addCounts(other[kind], one[kind]);
  return sums;
}

/** Returns the increase of a counter. A counter that fell was reset, so its whole value counts. */
export function counterGrowth(before: Count | undefined, now: Count): Count {
  if (!before || now.packets < before.packets || now.bytes < before.bytes) return now;
  return { packets: now.packets - before.packets, bytes: now.bytes - before.bytes };
}

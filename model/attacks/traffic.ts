/**
 * What of the traffic to an address is told apart, by the kernel and in this order. A source is a peer while the address has lately sent to it:
 * over TCP no handshake (so nobody becomes one by a forged source), else any packet. What peers send was asked for; what others send was not.
 */
export const TRAFFIC_KINDS = ['syn', 'peer_tcp', 'peer', 'tcp', 'udp', 'other'] as const;

/** `syn`: begins a connection. `peer_tcp`, `peer`: of peers, over TCP or else. `tcp`, `udp`, `other`: of who is no peer. */
export type TrafficKind = (typeof TRAFFIC_KINDS)[number];

/** Kinds that nobody asked for, by which floods are recognised. */
export const UNSOLICITED = ['syn', 'tcp', 'udp', 'other'] as const satisfies readonly TrafficKind[];
export type Unsolicited = (typeof UNSOLICITED)[number];

export interface Count {
  packets: number;
  bytes: number;
}

/** To one address, over some time. A kind without packets may be absent. */
export type Traffic = Readonly<Partial<Record<TrafficKind, Count>>>;

export const NONE: Count = { packets: 0, bytes: 0 };

export const plus = (one: Count, other: Count | undefined): Count =>
  other ? { packets: one.packets + other.packets, bytes: one.bytes + other.bytes } : one;

export const totalOf = (traffic: Traffic): Count => TRAFFIC_KINDS.reduce((sum, kind) => plus(sum, traffic[kind]), NONE);

export function plusTraffic(one: Traffic, other: Traffic): Traffic {
  const sums: Partial<Record<TrafficKind, Count>> = { ...one };
  for (const kind of TRAFFIC_KINDS) if (other[kind]) sums[kind] = plus(other[kind], one[kind]);
  return sums;
}

/** How much a counter grew; one that fell has restarted, so its whole value is new. */
export function grown(before: Count | undefined, now: Count): Count {
  if (!before || now.packets < before.packets || now.bytes < before.bytes) return now;
  return { packets: now.packets - before.packets, bytes: now.bytes - before.bytes };
}

/**
 * Limits of traffic to a protected address, and the thresholds above which traffic counts as an attack. Rates are per second.
 *
 * Both depend on the port speed: traffic that is negligible for a port of 10 Gbps fills a port of 100 Mbps. The kernel enforces `limitsOf`.
 * The detector compares with `thresholdsOf`.
 */
import type { Unsolicited } from './traffic.ts';

/** Port speeds in Mbps. Each port is rounded up to the next of these speeds, so that there are few kernel rules. */
export const PORT_SPEEDS = [10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000] as const;
export type PortSpeed = (typeof PORT_SPEEDS)[number];

/** Returns the next of these speeds that is at least `mbps`. Faster ports count as the highest speed. */
export const portSpeedOf = (mbps: number): PortSpeed => PORT_SPEEDS.find((speed) => speed >= mbps) ?? 100_000;

/** Time in seconds for which a source stays a peer after the address has sent to it. */
export const PEER_SECONDS = 60;

export interface Limits {
  /**
   * Packets per second of one source: opened connections, other unsolicited packets, and packets of a peer. Each limit has a burst of 2
   * seconds.
   */
  source: { syn: number; unsolicited: number; peer: number };
  /**
   * Packets per second of all sources together. `syn` is the rate of new connections above which the SYN proxy answers for the address. The
   * others limit unsolicited packets by kind.
   */
  address: Record<Unsolicited, number>;
}

/**
 * Returns the limits for a port speed.
 *
 * A browser opens about ten connections, an office behind one address about a hundred. A peer may send twice as many full-size packets as
 * the port carries: a download at 1 Gbps has 83,000 packets per second.
 */
export function limitsOf(speed: PortSpeed): Limits {
  return {
    source: { syn: Math.max(100, speed / 10), unsolicited: Math.max(200, speed), peer: Math.max(10_000, speed * 170) },
    address: {
      syn: Math.max(500, speed * 2),
      tcp: Math.max(5_000, speed * 10),
      udp: Math.max(5_000, speed * 20),
      other: Math.max(500, speed),
    },
  };
}

export interface Thresholds {
  /** Unsolicited packets per second, by kind. */
  unsolicited: Record<Unsolicited, number>;
  /** All packets per second. */
  packets: number;
  /** Unsolicited bits per second. */
  unsolicitedBits: number;
  /** Bits per second without TCP of peers. */
  bits: number;
  /**
   * All bits per second. TCP slows down when the port drops packets, but not to the port speed. 8 uploads over a short path still sent 1.7
   * times as much.
   */
  allBits: number;
}

/** Returns the thresholds above which traffic to a port of this speed counts as an attack. */
export function thresholdsOf(speed: PortSpeed): Thresholds {
  return {
    unsolicited: {
      syn: Math.max(300, speed * 2),
      tcp: Math.max(2_000, speed * 5),
      udp: Math.max(2_000, speed * 5),
      other: Math.max(500, speed),
    },
    packets: Math.max(20_000, speed * 250),
    unsolicitedBits: Math.max(10, speed / 2) * 1e6,
    bits: speed * 1.5e6,
    allBits: speed * 4e6,
  };
}

/**
 * What is let through to a protected address, and from when on traffic counts as an attack: by the speed of its port, since what a port of 10
 * Gbps does not notice fills one of 100 Mbps. Packets a second. The kernel enforces `limitsOf`; the detector compares with `thresholdsOf`.
 */
import type { Unsolicited } from './traffic.ts';

/** Mbps. Ports are judged as the next of these that is as fast, so that there is a small number of rules. */
export const PORT_SPEEDS = [10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000] as const;
export type PortSpeed = (typeof PORT_SPEEDS)[number];

export const portSpeedOf = (mbps: number): PortSpeed => PORT_SPEEDS.find((speed) => speed >= mbps) ?? 100_000;

/** How long somebody whom the address has sent to is its peer. */
export const PEER_SECONDS = 60;

export interface Limits {
  /** Of one source, each with a burst of 2 seconds: connections that it begins; other packets that nobody asked for; packets of a peer. */
  source: { syn: number; unsolicited: number; peer: number };
  /** Of all sources together: connections from which on the proxy answers for the address; packets that nobody asked for, by kind. */
  address: Record<Unsolicited, number>;
}

/**
 * A browser begins some ten connections, an office behind one address a hundred. A peer may fill the port twice with packets of full size: a
 * download of 1 Gbps is 83 000 of them a second.
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
  /** Packets a second that nobody asked for. */
  unsolicited: Record<Unsolicited, number>;
  /** All packets a second. */
  packets: number;
  /** Bits a second that nobody asked for. */
  unsolicitedBits: number;
  /** Bits a second but for TCP of peers. */
  bits: number;
  /** All bits a second. TCP slows down where the port drops, but not to its speed: 8 uploads over a short path went on with 1.7 times as much. */
  allBits: number;
}

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

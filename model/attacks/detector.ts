/**
 * Detects attacks on an address from samples of its traffic. All functions are pure.
 *
 *     calm ----over----> attacked ----below----> cooling ----below for calmMs----> calm
 *                            ^                      |
 *                            +----over, between-----+
 *
 * Over: the average of 5 seconds reaches a threshold, or the last second alone reaches twice a threshold. A flood is therefore detected in
 * its first second. Samples may be shorter than one second. Below: the average of 5 seconds is under half of each threshold. Between the
 * two levels, no attack begins or ends.
 *
 * Busy traffic is not an attack. A download or a speed test comes from peers, at any speed, and slows down near the port's limit. A crowd
 * of new visitors opens connections and uses them, so new connections are weighed against packets that continue them.
 */
import { type PortSpeed, type Thresholds, thresholdsOf } from './limits.ts';
import { addTraffic, TRAFFIC_KINDS, type Traffic, totalOf, UNSOLICITED, type Unsolicited } from './traffic.ts';

export type Phase = 'calm' | 'attacked' | 'cooling';
type Level = 'over' | 'between' | 'below';

const NEXT: Readonly<Record<Phase, Record<Level, Phase>>> = {
  calm: { over: 'attacked', between: 'calm', below: 'calm' },
  attacked: { over: 'attacked', between: 'attacked', below: 'cooling' },
  cooling: { over: 'attacked', between: 'attacked', below: 'cooling' },
};

export type Detector = 'PPS' | 'BPS' | 'BPS_LIMIT';
/** Dominant traffic of an attack: an unsolicited kind, or traffic of peers (`volume`). */
export type Pattern = Unsolicited | 'volume';

export interface Sample {
  /** End of the sample in Unix milliseconds. */
  at: number;
  /** Duration in seconds. More than 1 if the previous sample was late. */
  seconds: number;
  traffic: Traffic;
}

export interface DetectorState {
  phase: Phase;
  /** Samples of the last 5 seconds, oldest first. */
  window: readonly Sample[];
  /** Last time in Unix milliseconds at which the level was not `below`. */
  lastBusyAt: number;
}

export interface Finding {
  detector: Detector;
  pattern: Pattern;
  /** Factor by which the rate exceeds its threshold. */
  ratio: number;
}

export interface StepResult {
  state: DetectorState;
  /** Cause of an attack that begins with this sample, or `null` if none begins. */
  began: Finding | null;
  /** True if the attack is over. The attack ended at `state.lastBusyAt`. */
  ended: boolean;
}

const WINDOW_MS = 5_000;
/** Multiple of a threshold at which a single second is enough to detect an attack. */
const FAST = 2;
/**
 * Bounds in seconds of the span that counts as the last second. Samples are combined while together they cover at most `max`. A shorter
 * span is treated as `min`.
 */
const SECOND_BOUNDS = { min: 1, max: 1.25 };
/** Bounds in seconds of the span that counts as half a second. It measures the rate of traffic that has just begun. */
export const HALF_A_SECOND = { min: 0.5, max: 0.625 };
const END_BELOW = 0.5;

/** Returns the state of an address without an attack. */
export const calmState = (): DetectorState => ({ phase: 'calm', window: [], lastBusyAt: 0 });

/** Returns the state of an attack that was active when the previous worker stopped. */
export const resumedState = (lastBusyAt: number): DetectorState => ({ phase: 'cooling', window: [], lastBusyAt });

/** Returns the next state and whether an attack began or ended. `calmMs` is how long the level must stay `below` before the attack ends. */
export function detectStep(before: DetectorState, sample: Sample, speed: PortSpeed, calmMs: number): StepResult {
  const window = [...before.window.filter(({ at }) => at > sample.at - WINDOW_MS), sample];
  const thresholds = thresholdsOf(speed);
  const average = worstFinding(sumOf(window), Math.max(WINDOW_MS / 1000, secondsOf(window)), thresholds);
  const last = lastSecond(window);
  const second = worstFinding(last.traffic, last.seconds, thresholds);
  const exceeded = second.ratio >= FAST ? second : average.ratio >= 1 ? average : null;
  const level: Level = exceeded ? 'over' : average.ratio < END_BELOW ? 'below' : 'between';
  const phase = NEXT[before.phase][level];
  const lastBusyAt = level === 'below' ? before.lastBusyAt : sample.at;
  const ended = phase === 'cooling' && sample.at - lastBusyAt >= calmMs;
  return {
    state: { phase: ended ? 'calm' : phase, window, lastBusyAt },
    began: before.phase === 'calm' && phase === 'attacked' ? exceeded : null,
    ended,
  };
}

/** Returns the traffic of the last second, or of the last sample if it covers more time. */
export function lastSecond(window: readonly Sample[], { min, max } = SECOND_BOUNDS): { traffic: Traffic; seconds: number } {
  let from = Math.max(0, window.length - 1);
  let took = window[from]?.seconds ?? 0;
  while (from > 0 && took + (window[from - 1]?.seconds ?? 0) <= max) {
    from -= 1;
    took += window[from]?.seconds ?? 0;
  }
  return { traffic: sumOf(window.slice(from)), seconds: Math.max(min, took) };
}

/** Returns the finding whose rate has the highest ratio to its threshold. */
function worstFinding(traffic: Traffic, seconds: number, thresholds: Thresholds): Finding {
  const rate = (n: number): number => n / seconds;
  const total = totalOf(traffic);
  const unsolicited = withoutUsedConnections(traffic);
  const bytes = UNSOLICITED.reduce((sum, kind) => sum + unsolicited[kind].bytes, 0);
  const largest = maxBytes(unsolicited);
  const found: Finding[] = UNSOLICITED.map((kind) => ({
    detector: 'PPS',
    pattern: kind,
    ratio: rate(unsolicited[kind].packets) / thresholds.unsolicited[kind],
  }));
  found.push({ detector: 'BPS', pattern: largest, ratio: rate(bytes * 8) / thresholds.unsolicitedBits });
  const pattern = bytes * 2 > total.bytes ? largest : 'volume';
  found.push({ detector: 'PPS', pattern, ratio: rate(total.packets) / thresholds.packets });
  const slowsDown = traffic.peer_tcp?.bytes ?? 0;
  found.push({ detector: 'BPS_LIMIT', pattern, ratio: rate((total.bytes - slowsDown) * 8) / thresholds.bits });
  found.push({ detector: 'BPS_LIMIT', pattern, ratio: rate(total.bytes * 8) / thresholds.allBits });
  return found.reduce((one, other) => (other.ratio > one.ratio ? other : one));
}

/**
 * Returns unsolicited traffic without connections that clients actually use.
 *
 * A used connection has at least three more packets: the end of the handshake, a request and the close. The first of these arrive before
 * the address has answered.
 */
function withoutUsedConnections(traffic: Traffic): Record<Unsolicited, { packets: number; bytes: number }> {
  const of = (kind: keyof Traffic) => traffic[kind] ?? { packets: 0, bytes: 0 };
  const withoutPackets = (kind: Unsolicited, packets: number) => {
    const all = of(kind);
    const left = Math.max(0, all.packets - packets);
    return { packets: left, bytes: all.packets === 0 ? 0 : (all.bytes * left) / all.packets };
  };
  return {
    syn: withoutPackets('syn', (of('tcp').packets + of('peer_tcp').packets) / 2),
    tcp: withoutPackets('tcp', 3 * of('syn').packets),
    udp: of('udp'),
    other: of('other'),
  };
}

function maxBytes(unsolicited: Record<Unsolicited, { bytes: number }>): Unsolicited {
  return UNSOLICITED.reduce((one, other) => (unsolicited[other].bytes > unsolicited[one].bytes ? other : one));
}

const sumOf = (window: readonly Sample[]): Traffic => window.reduce<Traffic>((sum, { traffic }) => addTraffic(sum, traffic), {});
const secondsOf = (window: readonly Sample[]): number => window.reduce((sum, { seconds }) => sum + seconds, 0);

/** Returns whether the state can be dropped: no attack, and no traffic in the last 5 seconds. */
export const isIdle = ({ phase, window }: DetectorState): boolean =>
  phase === 'calm' && window.every(({ traffic }) => TRAFFIC_KINDS.every((kind) => !traffic[kind]));

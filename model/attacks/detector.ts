/**
 * Whether an address is under attack, by what it was sent second by second. Pure.
 *
 *     calm ----over----> attacked ----below----> cooling ----calm for long enough----> calm
 *                            ^                      |
 *                            +--------over----------+
 *
 * Over: the average of 5 seconds reaches a threshold, or the last second alone reaches it several times over, so that a flood is detected in its
 * first second; looks may be sooner than one a second. Below: the average of 5 seconds is under half of each threshold. Between the two nothing changes.
 *
 * What is busy is no attack: a download or a speed test comes from peers, however fast, and slows down near the port's limit; of a crowd of new
 * visitors each begins connections and goes on with them, so connections that are begun are weighed against packets that go on.
 */
import { type PortSpeed, type Thresholds, thresholdsOf } from './limits.ts';
import { plusTraffic, TRAFFIC_KINDS, type Traffic, totalOf, UNSOLICITED, type Unsolicited } from './traffic.ts';

export type Phase = 'calm' | 'attacked' | 'cooling';
type Level = 'over' | 'between' | 'below';

const NEXT: Readonly<Record<Phase, Record<Level, Phase>>> = {
  calm: { over: 'attacked', between: 'calm', below: 'calm' },
  attacked: { over: 'attacked', between: 'attacked', below: 'cooling' },
  cooling: { over: 'attacked', between: 'attacked', below: 'cooling' },
};

export type Detector = 'PPS' | 'BPS' | 'BPS_LIMIT';
/** What an attack is made of, mostly: a kind of traffic that nobody asked for, or traffic of peers. */
export type Pattern = Unsolicited | 'volume';

export interface Sample {
  /** When it ends, in Unix milliseconds. */
  at: number;
  /** How long it took; more than 1 where the one before was late. */
  seconds: number;
  traffic: Traffic;
}

export interface DetectorState {
  phase: Phase;
  /** Those of the last seconds, oldest first. */
  window: readonly Sample[];
  /** Unix milliseconds: when it was last not below. */
  lastBusyAt: number;
}

export interface Finding {
  detector: Detector;
  pattern: Pattern;
  /** How many times over its threshold. */
  ratio: number;
}

export interface Stepped {
  state: DetectorState;
  /** An attack began with it: `found` says why. `ended`: it is over, since `state.lastBusyAt`. */
  began: Finding | null;
  ended: boolean;
}

const WINDOW_MS = 5_000;
/** One second that is this many times over a threshold is enough. */
const FAST = 2;
/** Looks together are taken for a second up to `most` of them; what came in less than `least` is of so long. */
const SECOND = { least: 1, most: 1.25 };
/** Half of one: for the rate of what has only just begun. */
export const HALF_A_SECOND = { least: 0.5, most: 0.625 };
const END_BELOW = 0.5;

export const calm = (): DetectorState => ({ phase: 'calm', window: [], lastBusyAt: 0 });

/** Of an attack that went on when the last worker ended. */
export const resumed = (lastBusyAt: number): DetectorState => ({ phase: 'cooling', window: [], lastBusyAt });

/** `calmMs`: for how long an attack must be below before it has ended. */
export function step(before: DetectorState, sample: Sample, speed: PortSpeed, calmMs: number): Stepped {
  const window = [...before.window.filter(({ at }) => at > sample.at - WINDOW_MS), sample];
  const thresholds = thresholdsOf(speed);
  const average = worst(sumOf(window), Math.max(WINDOW_MS / 1000, secondsOf(window)), thresholds);
  const last = lastSecond(window);
  const second = worst(last.traffic, last.seconds, thresholds);
  const over = second.ratio >= FAST ? second : average.ratio >= 1 ? average : null;
  const level: Level = over ? 'over' : average.ratio < END_BELOW ? 'below' : 'between';
  const phase = NEXT[before.phase][level];
  const lastBusyAt = level === 'below' ? before.lastBusyAt : sample.at;
  const ended = phase === 'cooling' && sample.at - lastBusyAt >= calmMs;
  return {
    state: { phase: ended ? 'calm' : phase, window, lastBusyAt },
    began: before.phase === 'calm' && phase === 'attacked' ? over : null,
    ended,
  };
}

/** What came in the last second, or since the last look where that took longer. */
export function lastSecond(window: readonly Sample[], { least, most } = SECOND): { traffic: Traffic; seconds: number } {
  let from = Math.max(0, window.length - 1);
  let took = window[from]?.seconds ?? 0;
  while (from > 0 && took + (window[from - 1]?.seconds ?? 0) <= most) {
    from -= 1;
    took += window[from]?.seconds ?? 0;
  }
  return { traffic: sumOf(window.slice(from)), seconds: Math.max(least, took) };
}

/** The measure that is the most times over its threshold. */
function worst(traffic: Traffic, seconds: number, thresholds: Thresholds): Finding {
  const rate = (n: number): number => n / seconds;
  const total = totalOf(traffic);
  const unasked = unansweredOf(traffic);
  const bytes = UNSOLICITED.reduce((sum, kind) => sum + unasked[kind].bytes, 0);
  const largest = mostBytes(unasked);
  const found: Finding[] = UNSOLICITED.map((kind) => ({
    detector: 'PPS',
    pattern: kind,
    ratio: rate(unasked[kind].packets) / thresholds.unsolicited[kind],
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
 * What nobody asked for, and nobody goes on with. A connection that is meant goes on with three packets at least (the handshake's end, a request, the
 * end), of which the first ones come before the address has answered.
 */
function unansweredOf(traffic: Traffic): Record<Unsolicited, { packets: number; bytes: number }> {
  const of = (kind: keyof Traffic) => traffic[kind] ?? { packets: 0, bytes: 0 };
  const less = (kind: Unsolicited, packets: number) => {
    const all = of(kind);
    const left = Math.max(0, all.packets - packets);
    return { packets: left, bytes: all.packets === 0 ? 0 : (all.bytes * left) / all.packets };
  };
  return {
    syn: less('syn', (of('tcp').packets + of('peer_tcp').packets) / 2),
    tcp: less('tcp', 3 * of('syn').packets),
    udp: of('udp'),
    other: of('other'),
  };
}

function mostBytes(unasked: Record<Unsolicited, { bytes: number }>): Unsolicited {
  return UNSOLICITED.reduce((one, other) => (unasked[other].bytes > unasked[one].bytes ? other : one));
}

const sumOf = (window: readonly Sample[]): Traffic => window.reduce<Traffic>((sum, { traffic }) => plusTraffic(sum, traffic), {});
const secondsOf = (window: readonly Sample[]): number => window.reduce((sum, { seconds }) => sum + seconds, 0);

/** Whether nothing needs to be remembered of it. */
export const isIdle = ({ phase, window }: DetectorState): boolean =>
  phase === 'calm' && window.every(({ traffic }) => TRAFFIC_KINDS.every((kind) => !traffic[kind]));

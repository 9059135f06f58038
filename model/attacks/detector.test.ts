import { describe, expect, it } from 'vitest';
import { calmState, type DetectorState, detectStep, isIdle, resumedState, type StepResult } from './detector.ts';
import type { Traffic } from './traffic.ts';

const CALM_MS = 60_000;

const packets = (n: number, bytes = 500) => ({ packets: n, bytes: n * bytes });

/** Runs the detector over samples of `seconds` each, starting from a state. */
function run(
  traffic: readonly Traffic[],
  { speed = 1_000 as const, from = calmState(), at = 0, seconds = 1 } = {},
): StepResult[] {
  let state: DetectorState = from;
  return traffic.map((one, i) => {
    const stepped = detectStep(state, { at: at + (i + 1) * seconds * 1000, seconds, traffic: one }, speed, CALM_MS);
    state = stepped.state;
    return stepped;
  });
}
const times = (n: number, traffic: Traffic): Traffic[] => Array.from({ length: n }, () => traffic);
const last = (steps: readonly StepResult[]): StepResult => steps.at(-1) as StepResult;
const found = (steps: readonly StepResult[]) => steps.flatMap(({ began }) => began ?? []);

const FLOODS: Readonly<Record<string, { traffic: Traffic; detector: string; pattern: string }>> = {
  'a flood of UDP': { traffic: { udp: packets(40_000) }, detector: 'PPS', pattern: 'udp' },
  'a flood of SYN': { traffic: { syn: packets(20_000, 40) }, detector: 'PPS', pattern: 'syn' },
  'a flood of ACK': { traffic: { tcp: packets(20_000, 40) }, detector: 'PPS', pattern: 'tcp' },
  'a flood of ICMP': { traffic: { other: packets(20_000, 60) }, detector: 'PPS', pattern: 'other' },
  'large packets': { traffic: { udp: packets(90_000, 1_400) }, detector: 'PPS', pattern: 'udp' },
  'few and large packets': { traffic: { udp: packets(4_000, 60_000) }, detector: 'BPS', pattern: 'udp' },
  'more than the port carries, of peers': {
    traffic: { peer: packets(300_000, 1_400) },
    detector: 'BPS_LIMIT',
    pattern: 'volume',
  },
  'many times what the port carries, over TCP of peers': {
    traffic: { peer_tcp: packets(700_000, 1_500) },
    detector: 'PPS',
    pattern: 'volume',
  },
};

describe('step', () => {
  it.each(Object.entries(FLOODS))('detects %s in its first second', (_name, { traffic, detector, pattern }) => {
    expect(last(run([traffic])).began).toMatchObject({ detector, pattern });
  });

  it('detects traffic slightly above a threshold by the average of 5 seconds', () => {
    const steps = run(times(5, { udp: packets(5_100) }));
    expect(steps.map(({ began }) => began !== null)).toEqual([false, false, false, false, true]);
    expect(found(run(times(30, { udp: packets(4_900) })))).toEqual([]);
  });

  it('does not report busy legitimate traffic', () => {
    const download = { peer_tcp: packets(83_000, 1_500) };
    const speedTest = { peer_tcp: packets(90_000, 1_500), syn: packets(16, 60) };
    // Still above the port's limit, as measured over a short path.
    const upload = { peer_tcp: packets(150_000, 1_500) };
    // Page of a browser: handshake, request, acknowledgements and close. The first two packets arrive before the server has answered.
    const crowd = { syn: packets(3_000, 60), tcp: packets(6_000, 200), peer_tcp: packets(15_000, 80) };
    const game = { peer: packets(60_000, 120), udp: packets(900, 120) };
    const bursts = [{ udp: packets(4_000) }, {}, {}, {}, {}, {}];
    for (const traffic of [download, speedTest, upload, crowd, game]) expect(found(run(times(30, traffic)))).toEqual([]);
    expect(found(run([...bursts, ...bursts]))).toEqual([]);
  });

  it('scales its limits with the speed of the port', () => {
    const traffic = { udp: packets(4_500, 100) };
    expect(found(run(times(6, traffic), { speed: 100 as never }))).toHaveLength(1);
    expect(found(run(times(6, traffic)))).toEqual([]);
  });

  it('stays attacked between the two thresholds, and ends after a calm minute, dated to the last busy second', () => {
    const began = last(run([{ udp: packets(40_000) }]));
    const wavers = run(times(120, { udp: packets(3_000) }), { from: began.state, at: 1_000 });
    expect(wavers.some(({ ended }) => ended)).toBe(false);
    expect(last(wavers).state.phase).toBe('attacked');
    const quiet = run(times(70, {}), { from: last(wavers).state, at: 121_000 });
    const end = quiet.findIndex(({ ended }) => ended);
    const busyUntil = quiet[end]?.state.lastBusyAt ?? 0;
    // The average stays above half of the threshold for some seconds.
    expect(busyUntil).toBeGreaterThanOrEqual(121_000);
    expect(busyUntil).toBeLessThan(126_000);
    expect(quiet[end]?.state.window.at(-1)?.at).toBe(busyUntil + CALM_MS);
    expect(isIdle(last(quiet).state)).toBe(true);
  });

  it('counts as one attack across pauses of less than a minute', () => {
    const pulses = Array.from({ length: 5 }, () => [...times(10, { syn: packets(9_000, 40) }), ...times(40, {})]).flat();
    const steps = run(pulses);
    expect(found(steps)).toHaveLength(1);
    expect(steps.some(({ ended }) => ended)).toBe(false);
  });

  it('continues an attack that another worker detected, and ends it', () => {
    const busy = run(times(3, { udp: packets(40_000) }), { from: resumedState(0), at: 5_000 });
    expect(found(busy)).toEqual([]);
    expect(last(busy).state.phase).toBe('attacked');
    const over = run([{}], { from: resumedState(0), at: CALM_MS });
    expect(last(over)).toMatchObject({ ended: true, state: { phase: 'calm', lastBusyAt: 0 } });
  });

  it('with four samples per second, detects a large flood within a quarter second, and not a small one', () => {
    const quarter = (n: number) =>
      run(times(8, { udp: packets(n / 4) }), { seconds: 0.25 }).findIndex(({ began }) => began !== null);
    // Far above the threshold of 5,000: detected as soon as the packets reach twice the threshold of a second.
    expect([40_000, 20_000, 10_400].map(quarter)).toEqual([0, 1, 3]);
    expect(quarter(9_000)).toBe(-1);
  });

  it('judges a burst shorter than a second by its share of a second', () => {
    const burst = [{ udp: packets(9_000) }, {}, {}, {}];
    expect(found(run([...burst, ...times(16, {})], { seconds: 0.25 }))).toEqual([]);
    const [began] = run([{ udp: packets(11_000) }], { seconds: 0.25 });
    expect(began?.began).toMatchObject({ ratio: 2.2 });
  });

  it('does not take a late sample for a flood', () => {
    expect(found(run([{ udp: packets(40_000) }], { seconds: 20 }))).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { ReadingSchedule, type ReadingScope, TICK_MS } from './reading-schedule.ts';

/** Returns the reading in each tick, given the number of packets received by then. */
async function looked(received: readonly (number | null)[], { from = 0, step = TICK_MS } = {}): Promise<(ReadingScope | null)[]> {
  const looks = new ReadingSchedule();
  const all: (ReadingScope | null)[] = [];
  for (const [i, count] of received.entries()) {
    let seen: ReadingScope | null = null;
    await looks.run(from + i * step, { received: async () => count }, async (look) => {
      seen = look;
    });
    all.push(seen);
  }
  return all;
}

it('takes a full sample each second, for any traffic and without a packet count', async () => {
  const calm = ['all', null, null, null, 'all', null, null, null, 'all'];
  expect(await looked([0, 0, 100, 200, 300, 400, 500, 600, 700])).toEqual(calm);
  expect(await looked(Array.from({ length: 9 }, () => null))).toEqual(calm);
});

it('samples the counters in the next tick during heavy traffic, also after the count was reset', async () => {
  expect(await looked([0, 499, 500, 600, 1_000, 9_000, 9_000, 10])).toEqual([
    'all',
    null,
    'counters',
    null,
    'all',
    'counters',
    null,
    'counters',
  ]);
});

it('continues after a clock was set back', async () => {
  expect(await looked([0, 0], { from: 1e12, step: -3_600_000 })).toEqual(['all', 'all']);
});

it('spends at most an eighth of the time on samples between the seconds', async () => {
  let elapsed = 0;
  const looks = new ReadingSchedule(() => elapsed);
  const seen: ReadingScope[] = [];
  let received = 0;
  for (let at = 0; at < 1_000; at += TICK_MS) {
    received += 10_000;
    await looks.run(at, { received: async () => received }, async (look) => {
      seen.push(look);
      elapsed += 70;
    });
  }
  expect(seen).toEqual(['all', 'counters']);
});

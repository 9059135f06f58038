import { expect, it } from 'vitest';
import { type Look, Looks, TICK_MS } from './looks.ts';

/** What is looked at in ticks in which so many packets have come until then. */
async function looked(received: readonly (number | null)[], { from = 0, step = TICK_MS } = {}): Promise<(Look | null)[]> {
  const looks = new Looks();
  const all: (Look | null)[] = [];
  for (const [i, count] of received.entries()) {
    let seen: Look | null = null;
    await looks.run(from + i * step, { received: async () => count }, async (look) => {
      seen = look;
    });
    all.push(seen);
  }
  return all;
}

it('looks each second, whatever comes, also where that is not known', async () => {
  const calm = ['all', null, null, null, 'all', null, null, null, 'all'];
  expect(await looked([0, 0, 100, 200, 300, 400, 500, 600, 700])).toEqual(calm);
  expect(await looked(Array.from({ length: 9 }, () => null))).toEqual(calm);
});

it('looks at the counters with the next tick while many packets come, also after the count has restarted', async () => {
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

it('goes on after a clock that was set back', async () => {
  expect(await looked([0, 0], { from: 1e12, step: -3_600_000 })).toEqual(['all', 'all']);
});

it('spends an eighth of the time at most on looks between the seconds', async () => {
  let elapsed = 0;
  const looks = new Looks(() => elapsed);
  const seen: Look[] = [];
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

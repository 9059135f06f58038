import { describe, expect, it } from 'vitest';
import { createFairSemaphore } from './fair-semaphore.ts';

/** Returns a queue of requests in call order, and the list of those that got a slot, in that order. */
function queue(limits: { all: number; maxPerKey: number }) {
  const places = createFairSemaphore(limits);
  const begun: string[] = [];
  return {
    places,
    begun,
    async ask(...names: string[]): Promise<void> {
      for (const name of names) void places.acquire(name.charAt(0)).then(() => begun.push(name));
      await Promise.resolve();
    },
    async end(key: string): Promise<void> {
      places.release(key);
      await Promise.resolve();
    },
  };
}

describe('openPlaces', () => {
  it('gives a key no more than its share, even if slots are free', async () => {
    const { ask, end, begun } = queue({ all: 4, maxPerKey: 2 });
    await ask('a1', 'a2', 'a3', 'b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('b');
    expect(begun).toHaveLength(3);
    await end('a');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('prefers the key with the fewest slots, then the earliest', async () => {
    const { ask, end, begun } = queue({ all: 3, maxPerKey: 2 });
    await ask('a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'd1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    for (const key of ['a', 'b', 'a', 'c']) await end(key);
    expect(begun.slice(3)).toEqual(['c1', 'b2', 'a3', 'd1']);
  });

  it('leaves no slot idle that somebody may use', async () => {
    const { ask, end, begun } = queue({ all: 4, maxPerKey: 2 });
    await ask('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'c1');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
    await end('a');
    expect(begun.slice(4)).toEqual(['c1']);
    for (const key of ['c', 'b']) await end(key);
    expect(begun.slice(5)).toEqual(['a3', 'b3']);
    for (const key of ['a', 'a', 'b', 'b']) await end(key);
    expect(begun.slice(7)).toEqual(['a4']);
    await ask('d1', 'd2', 'd3');
    expect(begun.slice(8)).toEqual(['d1', 'd2']);
  });

  it('limits the wait, and removes callers that gave up', async () => {
    const { places, ask, end, begun } = queue({ all: 1, maxPerKey: 1 });
    await ask('a1');
    expect(await places.acquire('b', 1)).toBe(false);
    await end('a');
    await ask('c1');
    expect(begun).toEqual(['a1', 'c1']);
  });
});

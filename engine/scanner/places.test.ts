import { describe, expect, it } from 'vitest';
import { openPlaces } from './places.ts';

/** Those who ask in this order, and who of them has begun, in the order in which they did. */
function queue(limits: { all: number; ofKey: number }) {
  const places = openPlaces(limits);
  const begun: string[] = [];
  return {
    places,
    begun,
    async ask(...names: string[]): Promise<void> {
      for (const name of names) void places.take(name.charAt(0)).then(() => begun.push(name));
      await Promise.resolve();
    },
    async end(key: string): Promise<void> {
      places.give(key);
      await Promise.resolve();
    },
  };
}

describe('openPlaces', () => {
  it('gives no key more than its part, though places are free', async () => {
    const { ask, end, begun } = queue({ all: 4, ofKey: 2 });
    await ask('a1', 'a2', 'a3', 'b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('b');
    expect(begun).toHaveLength(3);
    await end('a');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('takes who has fewest places first, then who came first', async () => {
    const { ask, end, begun } = queue({ all: 3, ofKey: 2 });
    await ask('a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'd1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    for (const key of ['a', 'b', 'a', 'c']) await end(key);
    expect(begun.slice(3)).toEqual(['c1', 'b2', 'a3', 'd1']);
  });

  it('leaves no place idle that somebody may use', async () => {
    const { ask, end, begun } = queue({ all: 4, ofKey: 2 });
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

  it('lets nobody wait longer than it likes, and forgets who has waited', async () => {
    const { places, ask, end, begun } = queue({ all: 1, ofKey: 1 });
    await ask('a1');
    expect(await places.take('b', 1)).toBe(false);
    await end('a');
    await ask('c1');
    expect(begun).toEqual(['a1', 'c1']);
  });
});

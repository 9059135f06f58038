import { once } from 'node:events';
import { type Duplex, duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { joinEnds } from './join.ts';
import { LINK_LIMITS } from './limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns both outer ends of joined connections, and the inner ones. */
function joined(): { client: Duplex; node: Duplex; inner: Duplex[]; destroy: () => void } {
  const [client, near] = duplexPair();
  const [far, node] = duplexPair();
  return { client, node, inner: [near, far], destroy: joinEnds(near, far) };
}
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const states = (streams: readonly Duplex[]) => streams.map(({ destroyed }) => destroyed);

test('a pair of which one side stays half-open is closed in the end', async () => {
  const { client, node, inner } = joined();
  node.resume();
  client.end('the last bytes');
  await once(node, 'end');
  vi.advanceTimersByTime(LINK_LIMITS.halfOpenMs - 1);
  expect(states(inner)).toEqual([false, false]);
  node.write('still here');
  await settle();
  expect(String(client.read())).toBe('still here');
  vi.advanceTimersByTime(1);
  expect(states(inner)).toEqual([true, true]);
});

test('an idle pair stays open, and both sides end regularly', async () => {
  const { client, node, inner } = joined();
  vi.advanceTimersByTime(100 * LINK_LIMITS.halfOpenMs);
  expect(states(inner)).toEqual([false, false]);
  client.end('question');
  expect(await text(node)).toBe('question');
  node.end('answer');
  expect(await text(client)).toBe('answer');
  await settle();
  expect(states(inner)).toEqual([true, true]);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([0, 1])('a broken side closes the other', async (side) => {
  const { inner } = joined();
  inner[side]?.destroy(new Error('broken'));
  await settle();
  expect(states(inner)).toEqual([true, true]);
});

test.each([0, 1])('a side that is closed already closes the other', async (side) => {
  const [, near] = duplexPair();
  const [far] = duplexPair();
  (side === 0 ? near : far).destroy();
  await settle();
  joinEnds(near, far);
  expect(states([near, far])).toEqual([true, true]);
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountEvent } from '@innkeeper/db/schema';
import { afterEach, expect, test, vi } from 'vitest';
import { EventStream, frameOf } from './event-stream.ts';

const streams: EventStream[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.readable.destroy();
});

const event = (id: number): AccountEvent => ({
  account_id: 1,
  id: BigInt(id),
  at: new Date(0),
  resource_kind: 'order',
  resource_id: id,
  change: 'updated',
  data: { status: 'paid' },
});

/** Returns an unbounded feed with `batch` events per batch. */
function unbounded(batch: number) {
  let at = 0;
  let batches = 0;
  return {
    get at() {
      return BigInt(at);
    },
    get batches() {
      return batches;
    },
    async next() {
      batches += 1;
      const from = at + 1;
      at += batch;
      return Array.from({ length: batch }, (_, i) => event(from + i));
    },
  };
}

const open = (feed: ConstructorParameters<typeof EventStream>[0], timings = {}) => {
  const stream = new EventStream(feed, { pollMs: 10, heartbeatMs: 60_000, writeTimeoutMs: 50, ...timings }, () => {});
  streams.push(stream);
  return stream;
};

test('a client that reads nothing is disconnected at the time limit, and events are not read ahead', async () => {
  const feed = unbounded(100);
  const stream = open(feed);
  stream.readable.read(0);
  await vi.waitFor(() => expect(feed.batches).toBeGreaterThan(1));
  await sleep(100);
  const { batches } = feed;
  // Node's buffer and one batch.
  expect(batches).toBeLessThan(10);
  await sleep(50);
  expect(feed.batches).toBe(batches);
  stream.checkTimeout();
  expect(stream.readable.destroyed).toBe(true);
});

test('a client that keeps reading is never disconnected', async () => {
  const stream = open(unbounded(100));
  let bytes = 0;
  for await (const chunk of stream.readable) {
    bytes += (chunk as Buffer).length;
    stream.checkTimeout();
    if (bytes > 1_000_000) break;
  }
  expect(bytes).toBeGreaterThan(1_000_000);
});

test('end does not wait for a client that does not read', async () => {
  const feed = unbounded(100);
  const stream = open(feed);
  stream.readable.read(0);
  await vi.waitFor(() => expect(stream.readable.readableLength).toBeGreaterThan(stream.readable.readableHighWaterMark));
  stream.end();
  expect(stream.readable.destroyed).toBe(true);
});

test('an unavailable database does not end a stream, and no event is lost', async () => {
  const problems: unknown[] = [];
  const inner = unbounded(1);
  let failures = 3;
  const feed = {
    get at() {
      return inner.at;
    },
    next: async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('away');
      return inner.next();
    },
  };
  const stream = new EventStream(feed, { pollMs: 1, heartbeatMs: 60_000, writeTimeoutMs: 1_000 }, (error) =>
    problems.push(error),
  );
  streams.push(stream);
  let text = '';
  for await (const chunk of stream.readable) {
    text += String(chunk);
    if (text.includes('data')) break;
  }
  expect(problems).toHaveLength(3);
  expect(text).toContain('id: 1\nevent: order\n');
});

test('a frame has three lines and an empty line', () => {
  const resource = { type: 'a\nb', id: 1 };
  const data = { kind: 'restart' as const, state: 'done' as const, step: null, percent: null, resource };
  const frame = frameOf({ id: 3, at: '', change: 'created', resource_id: 1, type: 'operation', data });
  expect(frame.split('\n')).toHaveLength(5);
  expect(frame).toMatch(/^id: 3\nevent: operation\ndata: \{.*\}\n\n$/);
});

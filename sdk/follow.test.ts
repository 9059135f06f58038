import { afterAll, beforeEach, expect, expectTypeOf, it } from 'vitest';
import type { StreamedEvent } from './api.gen.ts';
import { ApiError } from './api-error.ts';
import { createClient } from './client.ts';
import { openFrameParser } from './event-frames.ts';
import { openScriptedApi } from './testing/scripted-api.ts';
import type { Client, StreamState } from './types.ts';

const api = await openScriptedApi();
afterAll(() => api.close());
beforeEach(() => api.reset());
const client = createClient({ baseUrl: `${api.url}/v1`, token: 'secret' });

const frames = (...lines: string[]) =>
  api.answer({ status: 200, body: `retry: 1\n${lines.join('\n')}`, headers: { 'content-type': 'text/event-stream' } });
const event = (id: number) => `id: ${id}\nevent: order\ndata: {"id":${id},"type":"order"}\n\n`;
const take = async (count: number, input = {}) => {
  const ids: number[] = [];
  for await (const { id } of client.streamEvents(input)) if (ids.push(id) === count) break;
  return ids;
};
const asked = () => api.requests.map(({ url, headers }) => [url, headers['last-event-id']]);

it('resumes after the last id when a stream ends or breaks, even without any event', async () => {
  frames('id: 4\n\n');
  frames(event(5), event(6));
  api.answer('reset');
  frames(':\n\n', event(7));
  expect(await take(3, { cursor: 2 })).toEqual([5, 6, 7]);
  expect(asked()).toEqual([
    ['/v1/events?cursor=2', undefined],
    ['/v1/events?cursor=2', '4'],
    ['/v1/events?cursor=2', '6'],
    ['/v1/events?cursor=2', '6'],
  ]);
  expect(api.requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret', accept: 'text/event-stream' });
});

it('retries while the API is busy, and throws on a permanent failure', async () => {
  api.answer({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '0' } });
  api.answer({ status: 429, body: { code: 'rate_limited' }, headers: { 'retry-after': '0' } });
  frames(event(1));
  api.answer({ status: 401, body: { code: 'unauthenticated', message: 'No.' } });
  await expect(take(2)).rejects.toThrow(ApiError);
  expect(api.requests).toHaveLength(4);
});

it('continues after error replies of a proxy while the API restarts', async () => {
  frames(event(1));
  api.answer({ status: 502, body: '<h1>Bad gateway</h1>', headers: { 'content-type': 'text/html' } });
  api.answer({ status: 500, body: { code: 'internal' } });
  frames(event(2));
  expect(await take(2)).toEqual([1, 2]);
});

const EVENTS = { 'content-type': 'text/event-stream' };
it.each([
  ['a minute if the API asks for more', { status: 503, body: {}, headers: { 'retry-after': '3600' } }, 60_000, 60_000],
  ['at least a moment if a proxy asks for no wait', { status: 503, body: {}, headers: { 'retry-after': '0' } }, 250, 60_000],
  ['at least a moment if the stream asks for no wait', { status: 200, body: 'retry: 0\n\n', headers: EVENTS }, 250, 60_000],
  [
    'at most a minute if the stream asks for years',
    { status: 200, body: 'retry: 99999999999\n\n', headers: EVENTS },
    60_000,
    60_000,
  ],
])('waits %s', async (_how, answer, min, max) => {
  let wait: number | undefined;
  api.always(answer);
  const stop = new AbortController();
  const onState = (state: StreamState) => {
    if (state.state !== 'lost') return;
    wait = state.retryAt - Date.now();
    stop.abort(new Error('enough'));
  };
  await expect(client.streamEvents({}, { signal: stop.signal, onState }).next()).rejects.toThrow('enough');
  expect(wait).toBeGreaterThanOrEqual(min - 100);
  expect(wait).toBeLessThanOrEqual(max);
});

it("ends with the caller's signal", async () => {
  api.always({ status: 503, body: {}, headers: { 'retry-after': '30' } });
  const stop = new AbortController();
  const stream = client.streamEvents({}, { signal: stop.signal });
  const next = stream.next();
  await api.asked();
  stop.abort(new Error('enough'));
  await expect(next).rejects.toThrow('enough');
});

it('reports the state of its connection, with the time of the next attempt', async () => {
  const states: StreamState[] = [];
  frames(event(1));
  api.answer('reset');
  frames(event(2));
  const before = Date.now();
  const found: number[] = [];
  for await (const { id } of client.streamEvents({}, { onState: (state) => states.push(state) })) {
    if (found.push(id) === 2) break;
  }
  expect(states.map(({ state }) => state)).toEqual(['connecting', 'open', 'lost', 'connecting', 'lost', 'connecting', 'open']);
  for (const state of states) if (state.state === 'lost') expect(state.retryAt).toBeGreaterThanOrEqual(before);
});

it('does not report a lost connection if no attempt follows', async () => {
  const states: string[] = [];
  api.answer({ status: 401, body: { code: 'unauthenticated', message: 'No.' } });
  const stream = client.streamEvents({}, { onState: ({ state }) => states.push(state) });
  await expect(stream.next()).rejects.toThrow(ApiError);
  expect(states).toEqual(['connecting']);
});

it('counts as lost after the time without data that the caller allows', async () => {
  const states: string[] = [];
  /** A connection that sends one event, and then nothing until it is aborted. */
  const idle: typeof fetch = (_url, init) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`retry: 1\n\n${event(1)}`));
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
  const page = createClient({ baseUrl: '/v1', fetch: idle });
  const stream = page.streamEvents({}, { silence: 20, onState: ({ state }) => states.push(state) });
  const seen = [await stream.next(), await stream.next()];
  await stream.return();
  expect(seen.map(({ value }) => value)).toEqual([
    { id: 1, type: 'order' },
    { id: 1, type: 'order' },
  ]);
  expect(states).toEqual(['connecting', 'open', 'lost', 'connecting', 'open']);
});

it('parses frames that are split anywhere', () => {
  const text = `: hello\n\nid: 3\r\ndata: {"a":\r\ndata: 1}\r\n\r\nretry: 7\nid\n\n`;
  const cut = openFrameParser();
  const found = [...text].flatMap((letter) => cut(letter));
  expect(found).toEqual([
    { id: undefined, retry: undefined, data: undefined },
    { id: '3', retry: undefined, data: '{"a":\n1}' },
    { id: '', retry: 7, data: undefined },
  ]);
});

it('is typed by the contract', () => {
  expectTypeOf<Client['streamEvents']>().returns.toEqualTypeOf<AsyncGenerator<StreamedEvent, void, undefined>>();
});

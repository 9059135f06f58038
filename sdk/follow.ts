/** Follows a stream of events and reconnects automatically. */
import { ApiError } from './api-error.ts';
import { openFrameParser } from './event-frames.ts';
import { pause } from './pause.ts';
import type { WireRequest } from './request.ts';
import { delayBefore, MAX_WAIT_MS } from './retry.ts';
import { authorizationOf, credentialsOf, readRefusal, type Sender } from './send.ts';
import type { StreamOptions } from './types.ts';

/** Time in milliseconds without data after which a stream is lost: three heartbeats of the API, which come every 15 s. */
const DEFAULT_SILENCE_MS = 45_000;
const RETRY_MS = 2_000;
/** Lower bound of a wait in milliseconds. Prevents a busy loop if a proxy or a stream requests a wait of 0. */
const MIN_WAIT_MS = 250;

interface Position {
  id: string | undefined;
  retryMs: number;
  /** Number of failed attempts since the stream last sent data. */
  failures: number;
}

/**
 * Yields events. When the connection breaks, reconnects and resumes after the last event.
 *
 * Ends only when the caller leaves the loop or aborts `signal`. Throws the `ApiError` of a permanent refusal, for example after the token
 * was revoked. Network failures and the statuses 429 and 5xx are retried without limit.
 */
export async function* follow(
  sender: Sender,
  request: WireRequest,
  options: StreamOptions,
): AsyncGenerator<unknown, void, undefined> {
  const at: Position = { id: undefined, retryMs: RETRY_MS, failures: 0 };
  for (;;) {
    options.signal?.throwIfAborted();
    options.onState?.({ state: 'connecting' });
    let failure: unknown;
    try {
      yield* readConnection(sender, request, at, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      at.failures += 1;
      failure = error;
    }
    const delay = Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, delayAfter(failure, at)));
    options.onState?.({ state: 'lost', retryAt: Math.round(Date.now() + delay) });
    await pause(delay, options.signal);
  }
}

/**
 * Returns the wait before the next attempt in milliseconds. Throws `error` if a retry cannot fix it. `error` is `undefined` if the stream
 * ended without an error.
 */
function delayAfter(error: unknown, { retryMs, failures }: Position): number {
  const usual = retryMs * (0.5 + Math.random());
  if (error === undefined) return usual;
  const attempts = {
    ...{ failures, retries: Number.POSITIVE_INFINITY, maxWaitMs: MAX_WAIT_MS },
    ...{ lockWaitLeftMs: 0, random: Math.random() },
  };
  const backoff = () => Math.max(usual, delayBefore(new TypeError(), attempts) ?? 0);
  if (!(error instanceof ApiError)) return backoff();
  const requestedMs = delayBefore(error, attempts);
  if (requestedMs !== undefined) return requestedMs;
  if (error.status < 500 && error.status !== 429) throw error;
  return error.retryAfter === undefined ? backoff() : MAX_WAIT_MS;
}

async function* readConnection(
  sender: Sender,
  request: WireRequest,
  at: Position,
  { signal: outer, onState, silence: silenceMs = DEFAULT_SILENCE_MS }: StreamOptions,
): AsyncGenerator<unknown, void, undefined> {
  const silence = new AbortController();
  const cut = () => silence.abort(new DOMException('the stream sent nothing', 'TimeoutError'));
  let timer = setTimeout(cut, sender.timeout);
  const onData = () => {
    clearTimeout(timer);
    timer = setTimeout(cut, silenceMs);
    at.failures = 0;
  };
  const { url, method } = request;
  const headers: Record<string, string> = { accept: 'text/event-stream', ...authorizationOf(sender) };
  if (at.id !== undefined) headers['last-event-id'] = at.id;
  const signal = outer ? AbortSignal.any([outer, silence.signal]) : silence.signal;
  try {
    const reply = await sender.fetch(url, { method, headers, signal, redirect: 'manual', ...credentialsOf(sender) });
    if (!reply.ok) throw await readRefusal(reply);
    onState?.({ state: 'open' });
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    const parseFrames = openFrameParser();
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done || value === undefined) return;
      onData();
      for (const { id, retry, data } of parseFrames(value)) {
        if (id !== undefined) at.id = id;
        if (retry !== undefined) at.retryMs = retry;
        if (data !== undefined) yield JSON.parse(data) as unknown;
      }
    }
  } finally {
    clearTimeout(timer);
    // Close the connection, however the stream ended.
    silence.abort();
  }
}

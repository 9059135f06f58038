/** A stream of events that reconnects by itself. */
import { ApiError } from './api-error.ts';
import { frameCutter } from './event-frames.ts';
import { pause } from './pause.ts';
import type { WireRequest } from './request.ts';
import { delayBefore, LONGEST_WAIT } from './retry.ts';
import { authorizationOf, credentialsOf, refusalOf, type Sender } from './send.ts';
import type { StreamOptions } from './types.ts';

/** The API sends a heartbeat every 15 s. A stream that sends nothing for three times as long is lost. */
const DEFAULT_SILENCE_MS = 45_000;
const RETRY_MS = 2_000;
/** Lower bound of a wait in milliseconds. Without it, a proxy or a stream that asks for no wait would cause a busy loop. */
const SHORTEST_WAIT = 250;

interface Position {
  id: string | undefined;
  retryMs: number;
  /** Attempts since the stream last sent anything. */
  failures: number;
}

/**
 * Yields events, and resumes after the last one when the connection breaks. Ends only with the caller's signal,
 * with a `break`, or with an `ApiError` that a retry cannot mend (a revoked token). An API or proxy that fails or is
 * overloaded is asked again, for as long as it takes.
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
      yield* oneConnection(sender, request, at, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      at.failures += 1;
      failure = error;
    }
    const delay = Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, delayAfter(failure, at)));
    options.onState?.({ state: 'lost', retryAt: Math.round(Date.now() + delay) });
    await pause(delay, options.signal);
  }
}

/** Returns the wait before the next attempt in milliseconds. Throws an error that a retry cannot mend. `error`: undefined if the stream ended. */
function delayAfter(error: unknown, { retryMs, failures }: Position): number {
  const usual = retryMs * (0.5 + Math.random());
  if (error === undefined) return usual;
  const attempts = { failures, retries: Number.POSITIVE_INFINITY, lockLeft: 0, random: Math.random() };
  const backoff = () => Math.max(usual, delayBefore(new TypeError(), attempts) ?? 0);
  if (!(error instanceof ApiError)) return backoff();
  const asked = delayBefore(error, attempts);
  if (asked !== undefined) return asked;
  if (error.status < 500 && error.status !== 429) throw error;
  return error.retryAfter === undefined ? backoff() : LONGEST_WAIT;
}

async function* oneConnection(
  sender: Sender,
  request: WireRequest,
  at: Position,
  { signal: outer, onState, silence: silenceMs = DEFAULT_SILENCE_MS }: StreamOptions,
): AsyncGenerator<unknown, void, undefined> {
  const silence = new AbortController();
  const cut = () => silence.abort(new DOMException('the stream sent nothing', 'TimeoutError'));
  let timer = setTimeout(cut, sender.timeout);
  const heard = () => {
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
    if (!reply.ok) throw await refusalOf(reply);
    onState?.({ state: 'open' });
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    const cutFrames = frameCutter();
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done || value === undefined) return;
      heard();
      for (const { id, retry, data } of cutFrames(value)) {
        if (id !== undefined) at.id = id;
        if (retry !== undefined) at.retryMs = retry;
        if (data !== undefined) yield JSON.parse(data) as unknown;
      }
    }
  } finally {
    clearTimeout(timer);
    // However the stream ended, its connection is closed.
    silence.abort();
  }
}

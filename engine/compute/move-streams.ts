/** Joins the two ends of a move's stream, and closes it without an answer. */
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { EngineError } from '../error.ts';

export interface JoinedStreams {
  destroy(): void;
}

/**
 * Copies bytes between both streams until one ends. With `silenceMs`, destroys both if `far` sends nothing for so long after a byte from
 * `near`. Only a closed connection frees writes that wait for an answer.
 */
export function joinStreams(near: Duplex, far: Duplex, silenceMs: number | null): JoinedStreams {
  let timer: NodeJS.Timeout | undefined;
  const hush = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const destroy = () => {
    hush();
    near.destroy();
    far.destroy();
  };
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.pipe(other);
    one.on('error', destroy);
    one.once('close', () => {
      hush();
      // Bytes that a stream has sent before its regular end still have to arrive.
      if (!one.readableEnded) other.destroy();
    });
  }
  if (silenceMs !== null) {
    near.on('data', () => {
      timer ??= setTimeout(destroy, silenceMs).unref();
    });
    far.on('data', hush);
  }
  return { destroy };
}

/** Waits for the first bytes of a stream, which remain in it. Throws `host` without any within `timeoutMs`. */
export async function untilFirstBytes(stream: Duplex, timeoutMs: number, signal: AbortSignal): Promise<void> {
  try {
    const [chunk] = (await once(stream, 'data', { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })) as [
      Buffer,
    ];
    stream.pause();
    stream.unshift(chunk);
  } catch (cause) {
    signal.throwIfAborted();
    throw new EngineError('host', 'the other node does not answer', { cause });
  }
}

/** Joins two connections, so that bytes pass both ways and neither outlives the other. */
import type { Duplex } from 'node:stream';
import { LINK_LIMITS } from './limits.ts';

/**
 * Copies bytes both ways. The end of one side ends the other after all bytes have passed, and `halfOpenMs` later closes both. Returns a
 * function that closes both at once.
 */
export function joinEnds(one: Duplex, other: Duplex, halfOpenMs: number = LINK_LIMITS.halfOpenMs): () => void {
  let open = 2;
  let timer: NodeJS.Timeout | undefined;
  const destroy = (): void => {
    clearTimeout(timer);
    one.destroy();
    other.destroy();
  };
  for (const [side, far] of [
    [one, other],
    [other, one],
  ] as const) {
    // Never removed: an `error` event without a listener would end the process.
    side.on('error', destroy);
    side.once('end', () => {
      if (open > 0) timer ??= setTimeout(destroy, halfOpenMs);
    });
    side.once('close', () => {
      open -= 1;
      if (open === 0) return clearTimeout(timer);
      // Bytes that a side has sent before its regular end still have to pass.
      if (!side.readableEnded || far.writableFinished) far.destroy();
      else far.once('finish', () => far.destroy());
    });
  }
  if (one.destroyed || other.destroyed) {
    destroy();
    return destroy;
  }
  one.pipe(other);
  other.pipe(one);
  return destroy;
}

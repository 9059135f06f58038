/** Reads bodies of downloads, and maps failures to messages for the person who named the URL. */
import { addAbortSignal } from 'node:stream';
import { isNodeError } from '../atomic.ts';
import { BodySize } from '../outgoing-http/body.ts';
import { OutgoingHttpError } from '../outgoing-http/error.ts';
import type { OutgoingReply } from '../outgoing-http/send-request.ts';
import { DownloadError } from './port.ts';

/**
 * Passes the body on, chunk by chunk. Returns the error of a broken connection, or `null` at the end. Throws errors of `keep`, and throws
 * when aborted.
 */
export async function readUntilCut(
  { body }: OutgoingReply,
  keep: (chunk: Buffer) => Promise<void>,
  signal: AbortSignal,
): Promise<{ error: unknown } | null> {
  const chunks = (addAbortSignal(signal, body) as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  for (;;) {
    let next: IteratorResult<Buffer>;
    try {
      next = await chunks.next();
    } catch (error) {
      signal.throwIfAborted();
      return { error };
    }
    if (next.done) return null;
    await keep(next.value);
  }
}

/** Starts counting a body. Throws a `DownloadError` if the server declares more than `maxBytes`. */
export function measureBody(reply: OutgoingReply, maxBytes: number): BodySize {
  try {
    return new BodySize(reply, maxBytes);
  } catch (error) {
    throw toDownloadError(error, { maxBytes });
  }
}

/** Returns the error of a download that was not completed. */
export function toDownloadError(error: unknown, { maxBytes }: { maxBytes: number }): DownloadError {
  if (error instanceof DownloadError) return error;
  if (error instanceof OutgoingHttpError) return tooLarge(maxBytes);
  if (isNodeError(error, 'ENOSPC')) {
    return new DownloadError('There is not enough space for this file now. Try again later.', {
      retryable: false,
      fault: 'operator',
      cause: error,
    });
  }
  return new DownloadError('The download was interrupted. Try again.', { retryable: true, cause: error });
}

function tooLarge(maxBytes: number): DownloadError {
  const max = maxBytes >= 1024 ** 3 ? `${Math.round((maxBytes / 1024 ** 3) * 10) / 10} GB` : `${maxBytes} bytes`;
  return new DownloadError(`The file is larger than ${max}.`, { retryable: false, isTooLarge: true });
}

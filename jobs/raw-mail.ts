/** Reads the file of a received mail into one buffer. */
import type { ReceivedMail } from '@innkeeper/db/tables/received-mails';
import type { InboxContext } from './job.ts';

/**
 * Returns at most `maxBytes` of the raw mail, or `undefined` if its file is gone. A mail may have 30 MB. Collecting the pieces first and
 * joining them would take twice as much.
 */
export async function readRawMail(
  { inbox }: Pick<InboxContext, 'inbox'>,
  { key, bytes }: Pick<ReceivedMail, 'key' | 'bytes'>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Uint8Array | undefined> {
  const stream = key === null ? undefined : await inbox.files.read(key);
  if (!stream) return undefined;
  const raw = new Uint8Array(Math.min(Number(bytes), maxBytes));
  let length = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    raw.set(piece.subarray(0, raw.length - length), length);
    length += piece.length;
    if (length >= raw.length) break;
  }
  return raw.subarray(0, length);
}

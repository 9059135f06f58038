/** The files of invoices for who downloads them: a worker renders one when it is first asked for, which takes a second or two. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findInvoiceFile, type InvoiceFormat, wantInvoiceFiles } from '@innkeeper/db/tables/invoices/files';
import { Failure } from '@innkeeper/model/failures';
import type { Cx } from '../context.ts';

/** A worker looks each half second, and a document of 300 lines takes a second. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 100;
const RETRY_SECONDS = 5;

/**
 * Returns the bytes of an invoice. Throws `failure` if no worker has rendered the file within `patienceMs`.
 * The file is rendered all the same, for the next request.
 */
export async function invoiceFile(
  cx: Pick<Cx, 'db' | 'clock'>,
  id: number,
  format: InvoiceFormat,
  { patienceMs = PATIENCE_MS, failure = 'not_ready' }: { patienceMs?: number; failure?: 'not_ready' | 'unavailable' } = {},
): Promise<Buffer> {
  const there = await findInvoiceFile(cx.db, id, format);
  if (there) return there;
  await wantInvoiceFiles(cx.db, [id], format, cx.clock.now());
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS);
    const rendered = await findInvoiceFile(cx.db, id, format);
    if (rendered) return rendered;
  }
  throw new Failure(failure, { message: 'The invoice is being prepared. Try again in a moment.', retryAfter: RETRY_SECONDS });
}

/** Read at a time: some 100 kB each. */
const AHEAD = 8;

/**
 * Reads the files of many, by their place in `ids`, one after the other: those of the next some by one call of `find`; what it has not found is
 * read alone when its turn comes.
 */
export function readAhead(
  ids: readonly number[],
  { find, alone }: { find(ids: readonly number[]): Promise<Map<number, Buffer>>; alone(id: number): Promise<Buffer> },
): (index: number) => Promise<Buffer> {
  let [read, from] = [new Map<number, Buffer>(), -AHEAD];
  return async (index) => {
    if (index < from || index >= from + AHEAD) {
      from = index;
      read = await find(ids.slice(from, from + AHEAD));
    }
    const id = ids[index] ?? 0;
    const bytes = read.get(id);
    read.delete(id);
    return bytes ?? alone(id);
  };
}

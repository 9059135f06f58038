/** The files of invoices for downloads. A worker renders a file when it is first requested, which takes one to two seconds. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findInvoiceFile, type InvoiceFormat, requestInvoiceFiles } from '@innkeeper/db/tables/invoices/files';
import { Failure } from '@innkeeper/model/failures';
import type { Cx } from '../context.ts';

/** Time limit in milliseconds. A worker polls every half second, and a document of 300 lines takes a second. */
const TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 100;
const RETRY_SECONDS = 5;

/**
 * Returns the bytes of an invoice. Throws `failure` if no worker has rendered the file within `patienceMs`. The worker still renders the
 * file for the next request.
 */
export async function invoiceFile(
  cx: Pick<Cx, 'db' | 'clock'>,
  id: number,
  format: InvoiceFormat,
  { patienceMs = TIMEOUT_MS, failure = 'not_ready' }: { patienceMs?: number; failure?: 'not_ready' | 'unavailable' } = {},
): Promise<Buffer> {
  const there = await findInvoiceFile(cx.db, id, format);
  if (there) return there;
  await requestInvoiceFiles(cx.db, [id], format, cx.clock.now());
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += POLL_INTERVAL_MS) {
    await sleep(POLL_INTERVAL_MS);
    const rendered = await findInvoiceFile(cx.db, id, format);
    if (rendered) return rendered;
  }
  throw new Failure(failure, { message: 'The invoice is being prepared. Try again in a moment.', retryAfter: RETRY_SECONDS });
}

/** Number of files read at a time, about 100 kB each. */
const AHEAD = 8;

/**
 * Returns a function that reads files by their position in `ids`, in ascending order. One call of `find` reads the next `AHEAD` files. A
 * file that `find` did not return is read with `alone` when it is needed.
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

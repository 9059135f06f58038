/** Downloads an ISO file from the URL that a customer gave. A failed download leaves no file, and stores the reason. */
import { gbOf, releaseReservation, resizeReservation } from '@innkeeper/db/tables/disk-reservations';
import { deleteIsoFile, findIso, updateIso, upsertIsoFile } from '@innkeeper/db/tables/isos';
import { inTransaction } from '@innkeeper/db/transaction';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { DownloadError, type Downloaded } from '@innkeeper/engine/downloads/port';
import { isoFileOf } from '@innkeeper/model/servers/machine-names';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, type EndContext, NonRetryableError, type RollbackCause, type StepContext } from '../define.ts';

type Input = InputOf<'iso.download'>;

const LAST_TRY_MS = minutes(5);

const roomOf = ({ isoId, nodeId }: Input) => ({ kind: 'iso', id: isoId, nodeId }) as const;

export const isoDownload = defineWorkflow<Input>({
  kind: 'iso.download',
  failureMessage:
    'The file could not be downloaded because the other server did not answer or closed the connection. Try again later.',
  steps: [{ name: 'download', run: download, undo: remove, attempts: 4, deadlineMs: hours(6) }],
  finish,
  undone,
});

async function download(cx: StepContext<Input>) {
  const iso = await findIso(cx.db, cx.input.isoId);
  if (!iso?.url)
    throw new NonRetryableError('operator', 'The file no longer exists.', `ISO ${cx.input.isoId} has no row or no address`);
  try {
    const { path, bytes, sha256 } = await cx.engine.downloads.download({
      name: isoFileOf(iso.id),
      url: iso.url,
      content: 'iso',
      maxBytes: cx.settings.isoMaxBytes,
      sha256: iso.sha256,
      signal: cx.signal,
      // The download is stopped before the step's deadline. The customer then gets the message that the other server is too slow.
      limitMs: Math.max(LAST_TRY_MS, cx.settings.downloadMs - cx.elapsed),
      onSize: (size) => adjustReservation(cx, size),
      onPercent: (percent) => void cx.progress(percent),
    });
    return { path, bytes, sha256 };
  } catch (error) {
    if (error instanceof DownloadError && !error.retryable)
      throw new NonRetryableError(error.fault, error.sentence, error.message, error);
    throw error;
  }
}

/**
 * Adjusts the reservation of disk space to the reported size, or to the maximum size if none is reported. Throws `DownloadError` if the
 * node lacks disk space, because a server may report another size at each attempt.
 */
async function adjustReservation({ db, input, settings }: StepContext<Input>, bytes: number | null): Promise<void> {
  const has = await inTransaction(db, async (trx) => {
    if (bytes !== null && (await isFirst(trx, input))) await updateIso(trx, input.isoId, { size: BigInt(bytes) });
    return resizeReservation(trx, roomOf(input), gbOf(bytes ?? settings.isoMaxBytes));
  });
  if (!has)
    throw new DownloadError('There is not enough space for this file now. Try again later.', {
      retryable: false,
      fault: 'operator',
    });
}

/** Returns whether this is the first download of the ISO, which sets its size and status. Other nodes may download the file later. */
async function isFirst(db: StepContext<Input>['db'], { isoId }: Input): Promise<boolean> {
  return (await findIso(db, isoId))?.status === 'downloading';
}

async function remove(cx: StepContext<Input>): Promise<void> {
  await cx.engine.downloads.remove(isoFileOf(cx.input.isoId));
}

async function finish({ db, input, memory }: EndContext<Input>): Promise<void> {
  const { path, bytes, sha256 } = memory.download as unknown as Downloaded;
  await updateIso(db, input.isoId, { status: 'ready', size: BigInt(bytes), sha256 });
  await upsertIsoFile(db, input.isoId, input.nodeId, path);
  await resizeReservation(db, roomOf(input), gbOf(bytes));
}

/** Records the failure. The undo has removed the partial file. The row may be gone if the ISO was deleted in the meantime. */
async function undone({ db, input }: EndContext<Input>, why: RollbackCause): Promise<void> {
  await deleteIsoFile(db, input.isoId, input.nodeId);
  if (await isFirst(db, input)) await updateIso(db, input.isoId, { status: 'failed', error: why.reason });
  await releaseReservation(db, roomOf(input));
}

/** Downloads an ISO file that a customer named by its address. A failed download leaves no file, and says why. */
import { gbOf, releaseDiskRoom, resizeRoom } from '@innkeeper/db/tables/disk-rooms';
import { deleteIsoFile, findIso, updateIso, upsertIsoFile } from '@innkeeper/db/tables/isos';
import { inTransaction } from '@innkeeper/db/transaction';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { DownloadError, type Downloaded } from '@innkeeper/engine/downloads/port';
import { hours, minutes } from '@innkeeper/model/clock';
import { isoFileOf } from '@innkeeper/model/machine-names';
import { defineWorkflow, type EndContext, NonRetryableError, type StepContext, type Why } from '../define.ts';

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
      maxBytes: cx.settings.isoMaxBytes,
      sha256: iso.sha256,
      signal: cx.signal,
      // Ends before the step's deadline, so that the customer is told that the address is slow.
      limitMs: Math.max(LAST_TRY_MS, cx.settings.downloadMs - cx.elapsed),
      onSize: (size) => noteSize(cx, size),
      onPercent: (percent) => void cx.progress(percent),
    });
    return { path, bytes, sha256 };
  } catch (error) {
    if (error instanceof DownloadError && !error.retryable)
      throw new NonRetryableError(error.fault, error.sentence, error.message, error);
    throw error;
  }
}

/** Holds what the file will take, no less and no more. One that tells another size at each try gets no more than there is. */
async function noteSize({ db, input, settings }: StepContext<Input>, bytes: number | null): Promise<void> {
  const has = await inTransaction(db, async (trx) => {
    if (bytes !== null && (await isFirst(trx, input))) await updateIso(trx, input.isoId, { size: BigInt(bytes) });
    return resizeRoom(trx, roomOf(input), gbOf(bytes ?? settings.isoMaxBytes));
  });
  if (!has)
    throw new DownloadError('There is not enough space for this file now. Try again later.', {
      retryable: false,
      fault: 'operator',
    });
}

/** The first file of an ISO decides what it is; other nodes get the same one later. */
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
  await resizeRoom(db, roomOf(input), gbOf(bytes));
}

/** The undo has taken away what had come; the row may be gone, when it was deleted meanwhile. */
async function undone({ db, input }: EndContext<Input>, why: Why): Promise<void> {
  await deleteIsoFile(db, input.isoId, input.nodeId);
  if (await isFirst(db, input)) await updateIso(db, input.isoId, { status: 'failed', error: why.reason });
  await releaseDiskRoom(db, roomOf(input));
}

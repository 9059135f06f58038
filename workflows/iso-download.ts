/** Downloads an ISO file that a customer named by its address. What can't be had leaves no file, and says why. */
import { findIso, updateIso } from '@innkeeper/db/tables/isos';
import { DownloadError, type Downloaded } from '@innkeeper/engine/downloads/port';
import { hours } from '@innkeeper/model/clock';
import { isoFileOf } from '@innkeeper/model/machine-names';
import { defineWorkflow, type EndContext, GiveUp, type StepContext } from './define.ts';
import type { WorkflowInputs } from './inputs.ts';

type Input = WorkflowInputs['iso.download'];

export const isoDownload = defineWorkflow<Input>({
  kind: 'iso.download',
  apology: 'The file could not be downloaded: the other side did not answer, or broke off again and again.',
  steps: [{ name: 'download', run: download, undo: remove, attempts: 4, deadlineMs: hours(6) }],
  finish,
  undone: async ({ trx, input }, why) => updateIso(trx, input.isoId, { status: 'failed', error: why.reason, path: null }),
});

async function download(cx: StepContext<Input>) {
  const iso = await findIso(cx.db, cx.input.isoId);
  if (!iso?.url) throw new GiveUp('operator', 'The file is gone.', `ISO ${cx.input.isoId} has no row or no address`);
  try {
    const { path, bytes, sha256 } = await cx.engine.downloads.download({
      name: isoFileOf(iso.id),
      url: iso.url,
      maxBytes: cx.settings.isoMaxBytes,
      sha256: iso.sha256,
      signal: cx.signal,
      onSize: (size) => void noteSize(cx, size),
      onPercent: (percent) => void cx.progress(percent),
    });
    return { path, bytes, sha256 };
  } catch (error) {
    if (error instanceof DownloadError && !error.retryable) throw new GiveUp(error.fault, error.sentence, error.message, error);
    throw error;
  }
}

/** For people who watch; the end writes it again. */
async function noteSize(cx: StepContext<Input>, bytes: number): Promise<void> {
  await updateIso(cx.db, cx.input.isoId, { size: BigInt(bytes) }).catch((error: unknown) =>
    cx.log.warn({ err: error, iso: cx.input.isoId }, 'could not note the size of a download'),
  );
}

async function remove(cx: StepContext<Input>): Promise<void> {
  await cx.engine.downloads.remove(isoFileOf(cx.input.isoId));
}

async function finish({ trx, input, memory }: EndContext<Input>): Promise<void> {
  const { path, bytes, sha256 } = memory.download as unknown as Downloaded;
  await updateIso(trx, input.isoId, { status: 'ready', size: BigInt(bytes), sha256, path });
}

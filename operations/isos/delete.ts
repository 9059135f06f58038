import type { Iso } from '@innkeeper/db/schema';
import { listReservationNodes } from '@innkeeper/db/tables/disk-reservations';
import { deleteIsoRow, isInDrive, lockIso } from '@innkeeper/db/tables/isos';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { lockWorkflow, requestCancel } from '@innkeeper/domain/workflows/cancel';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { Failure } from '@innkeeper/model/failures';

/**
 * Deletes an ISO file and stops a download in progress. Throws `not_found`, `not_yours` (also for the operator's files), and `locked` while
 * the file is in a drive.
 */
export async function deleteIso(cx: MutatingCx<Customer>, { iso: found }: { iso: Iso }): Promise<void> {
  // Lock the workflow first and then the row, in the same order as the end of a download.
  const workflowId = await endDownload(cx, found.id);
  const iso = await lockIso(cx.db, found.id);
  if (!iso) throw new Failure('not_found');
  if (workflowId === undefined) await removeFile(cx, iso);
  else await audit(cx, 'deleteIso', { kind: 'iso', id: iso.id }, { workflow: workflowId });
  await deleteIsoRow(cx.db, iso.id);
}

/** Cancels the download in progress, which deletes its partial file. Returns the id of its workflow, or `undefined` if none is running. */
async function endDownload(cx: MutatingCx<Customer>, iso: number): Promise<number | undefined> {
  const inserted = await cx.db
    .selectFrom('locks')
    .select('workflow_id')
    .where('kind', '=', 'iso')
    .where('resource_id', '=', iso)
    .executeTakeFirst();
  const workflow = inserted && (await lockWorkflow(cx.db, inserted.workflow_id));
  // The download may have ended just now.
  if (workflow?.kind !== 'iso.download' || workflow.state === 'done' || workflow.state === 'undone') return undefined;
  await requestCancel(cx, workflow.id, 'The file was deleted while it was being downloaded.');
  return workflow.id;
}

async function removeFile(cx: MutatingCx<Customer>, iso: Iso): Promise<void> {
  await refuseIfLocked(cx.db, 'iso', iso.id);
  if (await isInDrive(cx.db, iso.id)) {
    throw new Failure('locked', { message: 'This ISO is in the drive of a server. Eject it first.', lockReason: 'attached' });
  }
  const [first = null, ...others] = await listReservationNodes(cx.db, { kind: 'iso', id: iso.id });
  await startWorkflow(cx, 'iso.remove', iso, { nodeId: first }, { action: 'deleteIso', nodeId: first });
  // This request deletes the row of the file, so the workflows on the other nodes need no lock on the row.
  for (const nodeId of others)
    await startWorkflow(cx, 'iso.remove', iso, { nodeId }, { action: 'deleteIso', nodeId, lock: null });
}

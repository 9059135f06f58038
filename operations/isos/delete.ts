import type { Iso } from '@innkeeper/db/schema';
import { roomNodes } from '@innkeeper/db/tables/disk-rooms';
import { deleteIsoRow, isInDrive, lockIso } from '@innkeeper/db/tables/isos';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { lockWorkflow, requestCancel } from '@innkeeper/domain/workflows/cancel';
import { start } from '@innkeeper/domain/workflows/start';
import { Failure } from '@innkeeper/model/failures';

/**
 * Deletes a file; a download in progress is stopped. Throws `not_found`, `not_yours` (also for the operator's), `locked` while it
 * is in a drive.
 */
export async function deleteIso(cx: MutatingCx<Customer>, { iso: found }: { iso: Iso }): Promise<void> {
  // Locked in the order in which the end of a download does: the workflow, then the row.
  const coming = await endDownload(cx, found.id);
  const iso = await lockIso(cx.db, found.id);
  if (!iso) throw new Failure('not_found');
  if (coming === undefined) await removeFile(cx, iso);
  else await audit(cx, 'deleteIso', { kind: 'iso', id: iso.id }, { workflow: coming });
  await deleteIsoRow(cx.db, iso.id);
}

/** Ends the download that is under way, which takes away what has come so far. Returns its workflow; undefined when none is. */
async function endDownload(cx: MutatingCx<Customer>, iso: number): Promise<number | undefined> {
  const held = await cx.db
    .selectFrom('locks')
    .select('workflow_id')
    .where('kind', '=', 'iso')
    .where('resource_id', '=', iso)
    .executeTakeFirst();
  const workflow = held && (await lockWorkflow(cx.db, held.workflow_id));
  // It may have ended a moment ago.
  if (workflow?.kind !== 'iso.download' || workflow.state === 'done' || workflow.state === 'undone') return undefined;
  await requestCancel(cx, workflow.id, 'The file was deleted while it was being downloaded.');
  return workflow.id;
}

async function removeFile(cx: MutatingCx<Customer>, iso: Iso): Promise<void> {
  await refuseIfLocked(cx.db, 'iso', iso.id);
  if (await isInDrive(cx.db, iso.id)) {
    throw new Failure('locked', { message: 'This ISO is in the drive of a server. Eject it first.', lockReason: 'attached' });
  }
  const [first = null, ...others] = await roomNodes(cx.db, { kind: 'iso', id: iso.id });
  await start(cx, 'iso.remove', iso, { nodeId: first }, { action: 'deleteIso', nodeId: first });
  // The row is gone with this request, so nobody needs to be kept off it.
  for (const nodeId of others) await start(cx, 'iso.remove', iso, { nodeId }, { action: 'deleteIso', nodeId, lock: null });
}

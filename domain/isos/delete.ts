import { deleteIsoRow, isInDrive, lockIso } from '@innkeeper/db/tables/isos';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { hours } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import { enqueue } from '@innkeeper/workflows/enqueue';
import type { MutatingCx } from '../context.ts';
import { record } from '../record.ts';

/** Throws `not_found`, `not_yours` (also for the operator's), `locked` while it is in a drive or still comes. */
export async function deleteIso(cx: MutatingCx, input: { iso: number }): Promise<void> {
  const { accountId } = cx.caller;
  const iso = await lockIso(cx.db, input.iso);
  if (!iso) throw new Failure('not_found');
  if (iso.account_id !== accountId) throw new Failure('not_yours');
  await refuseIfLocked(cx.db, 'iso', iso.id);
  if (await isInDrive(cx.db, iso.id)) {
    throw new Failure('locked', { message: 'This ISO is in a drive of a server. Eject it first.', lockReason: 'attached' });
  }
  await deleteIsoRow(cx.db, iso.id);
  const workflow = await enqueue(cx.db, {
    kind: 'iso.remove',
    accountId,
    input: { isoId: iso.id },
    resource: { kind: 'iso', id: iso.id },
    lockReason: 'delete',
    lockDeadlineMs: hours(1),
    now: cx.clock.now(),
  });
  await record(cx, 'deleteIso', { kind: 'iso', id: iso.id }, { workflow });
}

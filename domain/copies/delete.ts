/** The end of a copy, whoever wants it. */
import type { Copy, Database } from '@innkeeper/db/schema';
import { updateCopy } from '@innkeeper/db/tables/copies';
import { hours } from '@innkeeper/model/clock';
import type { Transaction } from 'kysely';
import { enqueue } from '../workflows/enqueue.ts';

/** From here on nobody finds it; its file is taken away by a workflow, whose id is answered. `copy` is locked by the caller. */
export async function dropCopy(trx: Transaction<Database>, copy: Copy, now: Date): Promise<number> {
  await updateCopy(trx, copy.id, { status: 'deleting' });
  return enqueue(trx, {
    kind: 'copy.delete',
    accountId: copy.account_id,
    input: { copyId: copy.id },
    resource: { kind: copy.kind, id: copy.id },
    lockReason: 'delete',
    lockDeadlineMs: hours(2),
    now,
  });
}

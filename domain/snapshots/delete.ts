import type { MutatingCx } from '../context.ts';
import { deleteOwnCopy } from '../copies/delete.ts';
import { record } from '../record.ts';

/** Deletes a snapshot for good. Throws `not_found`, `not_yours`, `locked`. */
export async function deleteSnapshot(cx: MutatingCx, input: { snapshot: number }): Promise<void> {
  const workflow = await deleteOwnCopy(cx, 'snapshot', input.snapshot);
  await record(cx, 'deleteSnapshot', { kind: 'snapshot', id: input.snapshot }, { workflow });
}

import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { deleteCannedReply } from '@innkeeper/db/tables/canned-replies';
import { audit } from '@innkeeper/domain/audit';
import { noCanned } from '@innkeeper/domain/tickets/canned-replies';
import type { OperatorCx } from '../context.ts';

/** Removes a canned reply. Throws `not_found`. */
export async function removeCanned(
  cx: OperatorCx,
  { canned: key }: OperatorInput<'removeCanned'>,
): Promise<OperatorResult<'removeCanned'>> {
  const removed = await deleteCannedReply(cx.db, key);
  if (!removed) throw noCanned(key);
  await audit(cx, 'removeCanned', { kind: 'canned_reply', id: removed.id }, { key });
  return { key };
}

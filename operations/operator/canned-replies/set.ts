import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { updateCannedReply } from '@innkeeper/db/tables/canned-replies';
import { audit } from '@innkeeper/domain/audit';
import { noCanned } from '@innkeeper/domain/tickets/canned-replies';
import type { OperatorCx } from '../context.ts';

/** Changes the text of a canned reply. Throws `not_found`. */
export async function setCanned(
  cx: OperatorCx,
  { canned: key, text }: OperatorInput<'setCanned'>,
): Promise<OperatorResult<'setCanned'>> {
  const changed = await updateCannedReply(cx.db, { key, text, now: cx.clock.now() });
  if (!changed) throw noCanned(key);
  await audit(cx, 'setCanned', { kind: 'canned_reply', id: changed.id }, { key });
  return changed;
}

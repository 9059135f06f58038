import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { insertCannedReply } from '@innkeeper/db/tables/canned-replies';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';

/** Adds a canned reply. Throws `wrong_state` if the key already exists. */
export async function addCanned(
  cx: OperatorCx,
  { canned: key, text }: OperatorInput<'addCanned'>,
): Promise<OperatorResult<'addCanned'>> {
  const made = await insertCannedReply(cx.db, { key, text, now: cx.clock.now() });
  if (!made) throw new Failure('wrong_state', { message: `The canned reply ${key} already exists.` });
  await audit(cx, 'addCanned', { kind: 'canned_reply', id: made.id }, { key });
  return made;
}

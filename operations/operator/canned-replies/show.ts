import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { findCannedReply } from '@innkeeper/db/tables/canned-replies';
import { fillCannedReply, noCanned } from '@innkeeper/domain/tickets/canned-replies';
import type { OperatorCx } from '../context.ts';

/** Returns a canned reply, filled for a ticket if one is given. Throws `not_found`, also for the ticket. */
export async function showCanned(
  cx: OperatorCx,
  { canned: key, ticket }: OperatorInput<'showCanned'>,
): Promise<OperatorResult<'showCanned'>> {
  const found = await findCannedReply(cx.db, key);
  if (!found) throw noCanned(key);
  return ticket === undefined ? found : { ...found, text: await fillCannedReply(cx, key, ticket) };
}

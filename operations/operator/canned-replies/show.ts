import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { findCannedReply } from '@innkeeper/db/tables/canned-replies';
import type { OperatorCx } from '../context.ts';
import { filledReply, noCanned } from './fill.ts';

/** Throws `not_found`, of the ticket too. */
export async function showCanned(
  cx: OperatorCx,
  { canned: key, ticket }: OperatorInput<'showCanned'>,
): Promise<OperatorResult<'showCanned'>> {
  const found = await findCannedReply(cx.db, key);
  if (!found) throw noCanned(key);
  return ticket === undefined ? found : { ...found, text: await filledReply(cx, key, ticket) };
}

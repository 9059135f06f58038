import { deleteCannedReply, findCannedReply, insertCannedReply, updateCannedReply } from '@innkeeper/db/tables/canned-replies';
import { audit } from '@innkeeper/domain/audit';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { fillCannedReply, noCanned } from '@innkeeper/domain/tickets/canned-replies';
import { Failure } from '@innkeeper/model/failures';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists canned replies by key. */
export function listCanned({ db }: StaffCx, input: StaffInput<'listCanned'>): Promise<StaffReply<'listCanned'>> {
  return listPage(db.selectFrom('canned_replies').selectAll().orderBy('key'), input, (row) => row);
}

/** Returns a canned reply, filled for a ticket if one is given. Throws `not_found`, also for the ticket. */
export async function showCanned(
  cx: StaffCx,
  { canned: key, ticket }: StaffInput<'showCanned'>,
): Promise<StaffReply<'showCanned'>> {
  const found = await findCannedReply(cx.db, key);
  if (!found) throw noCanned(key);
  return ticket === undefined ? found : { ...found, text: await fillCannedReply(cx, key, ticket) };
}

/** Adds a canned reply. Throws `wrong_state` if the key already exists. */
export async function addCanned(cx: StaffCx, { canned: key, text }: StaffInput<'addCanned'>): Promise<StaffReply<'addCanned'>> {
  const made = await insertCannedReply(cx.db, { key, text, now: cx.clock.now() });
  if (!made) throw new Failure('wrong_state', { message: `The canned reply ${key} already exists.` });
  await audit(cx, 'addCanned', { kind: 'canned_reply', id: made.id }, { key });
  return made;
}

/** Changes the text of a canned reply. Throws `not_found`. */
export async function setCanned(cx: StaffCx, { canned: key, text }: StaffInput<'setCanned'>): Promise<StaffReply<'setCanned'>> {
  const changed = await updateCannedReply(cx.db, { key, text, now: cx.clock.now() });
  if (!changed) throw noCanned(key);
  await audit(cx, 'setCanned', { kind: 'canned_reply', id: changed.id }, { key });
  return changed;
}

/** Removes a canned reply. Throws `not_found`. */
export async function removeCanned(
  cx: StaffCx,
  { canned: key }: StaffInput<'removeCanned'>,
): Promise<StaffReply<'removeCanned'>> {
  const removed = await deleteCannedReply(cx.db, key);
  if (!removed) throw noCanned(key);
  await audit(cx, 'removeCanned', { kind: 'canned_reply', id: removed.id }, { key });
  return { key };
}

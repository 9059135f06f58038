import type { StaffActor } from '../actor.ts';
import type { Cx } from '../context.ts';

/** Returns whether another staff member created the token of the actor. Such a colleague has the token, and may be the requester. */
export async function isBorrowedToken({ db }: Pick<Cx, 'db'>, { id, tokenId }: StaffActor): Promise<boolean> {
  if (tokenId === undefined) return false;
  const token = await db.selectFrom('staff_tokens').select('made_by').where('id', '=', tokenId).executeTakeFirst();
  return !token || (token.made_by !== null && token.made_by !== id);
}

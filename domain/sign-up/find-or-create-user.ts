import { updatePassword } from '@innkeeper/db/tables/passwords';
import { insertUser } from '@innkeeper/db/tables/users';
import { lockUserWithoutAccount } from '@innkeeper/db/tables/users-without-account';
import type { Actor } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { setPassword } from '../passwords/set.ts';

export interface ProvenUser {
  id: number;
  email: string;
  name: string;
}

/**
 * Returns the user of an address that the secret of a mail has proven. The user has no account yet, or is new.
 * Returns `undefined` if a member of an account has the address, who must sign in instead.
 *
 * A user without an account cannot sign in to accept anything, so the secret sets the password like a reset. Name and second factors stay.
 */
export async function findOrCreateUser(
  cx: MutatingCx<Actor>,
  { email, name, hash }: { email: string; name: string; hash: string },
): Promise<ProvenUser | undefined> {
  const id = await insertUser(cx.db, { email, name });
  if (id !== undefined) {
    await updatePassword(cx.db, id, hash);
    return { id, email, name };
  }
  const lone = await lockUserWithoutAccount(cx.db, email);
  if (lone) await setPassword(cx, lone, { hash });
  return lone;
}

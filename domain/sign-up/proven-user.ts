import { holdLoneUser } from '@innkeeper/db/tables/lone-users';
import { updatePassword } from '@innkeeper/db/tables/passwords';
import { insertUser } from '@innkeeper/db/tables/users';
import type { Actor } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { setPassword } from '../passwords/set.ts';

export interface ProvenUser {
  id: number;
  email: string;
  name: string;
}

/**
 * Who joins or opens an account by the secret of a mail, which has proven the address: a new user, or the lone one who has it. That one could not sign in to
 * accept anything, so the secret sets the password as a reset's does; name and second factors stay. Undefined when another user has the address, who
 * signs in instead.
 */
export async function provenUser(
  cx: MutatingCx<Actor>,
  { email, name, hash }: { email: string; name: string; hash: string },
): Promise<ProvenUser | undefined> {
  const id = await insertUser(cx.db, { email, name });
  if (id !== undefined) {
    await updatePassword(cx.db, id, hash);
    return { id, email, name };
  }
  const lone = await holdLoneUser(cx.db, email);
  if (lone) await setPassword(cx, lone, { hash });
  return lone;
}

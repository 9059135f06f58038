import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { insertInvitedSignUp, signUpSettings } from '@innkeeper/db/tables/sign-up';
import { audit } from '@innkeeper/domain/audit';
import { requirePage } from '@innkeeper/domain/page-link';
import { Failure } from '@innkeeper/model/failures';
import { signUpRefusal } from '@innkeeper/model/sign-up';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';
import { signUpView } from './view.ts';

/** Invites an address to sign up. A job sends the link. Throws `wrong_state` for the address of a user, and while sign-up is closed. */
export async function inviteSignup(
  cx: OperatorCx,
  { email, language }: OperatorInput<'inviteSignup'>,
): Promise<OperatorResult<'inviteSignup'>> {
  const { db, clock, actor } = cx;
  requirePage(cx.settings);
  const refusal = signUpRefusal((await signUpSettings(db)).mode, { invited: true });
  if (refusal !== undefined)
    throw new Failure('wrong_state', {
      message: 'Sign-up is closed, so the link would not work. Open sign-up first: ./innkeeper signup set',
    });
  const known = await db.selectFrom('users').select('id').where(sql`lower(email)`, '=', email).executeTakeFirst();
  if (known) throw new Failure('wrong_state', { message: `${email} is already the address of a user.` });
  const now = clock.now();
  const id = await insertInvitedSignUp(db, { email, language, by: actor.name, now });
  await audit(cx, 'inviteSignup', { kind: 'sign_up', id, accountId: null }, { email });
  const row = await db.selectFrom('sign_ups').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return signUpView(now)(row);
}

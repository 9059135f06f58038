import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { deletePasskeysOf } from '@innkeeper/db/tables/passkeys';
import { deleteTotp, lockTotp } from '@innkeeper/db/tables/two-factor';
import { queueMailToAddress } from '@innkeeper/domain/mail/queue';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { auditUser, findUser } from './user-of.ts';

/**
 * Removes the authenticator app, its recovery codes and all passkeys of a user. The password stays. The user gets a mail at once, because
 * the request may come from someone else.
 *
 * Throws `not_found`, and `wrong_state` for a user without a second factor.
 */
export async function resetUser(
  cx: OperatorCx,
  { user, reason }: OperatorInput<'resetUser'>,
): Promise<OperatorResult<'resetUser'>> {
  const { db, clock } = cx;
  const { id, email } = await findUser(cx, user);
  const [totp, passkeys] = [await lockTotp(db, id), await deletePasskeysOf(db, id)];
  if (!totp && passkeys === 0) throw new Failure('wrong_state', { message: `${email} has no two-factor authentication.` });
  await deleteTotp(db, id);
  const accounts = await auditUser(cx, id, 'resetUser', { reason });
  await queueMailToAddress(cx, {
    address: email,
    template: 'two-factor-reset',
    data: { at: clock.now().getTime() },
    accountId: null,
    userId: id,
    dedupeKey: `two-factor-reset:${id}:${clock.now().toISOString()}`,
  });
  return { id, email, accounts };
}

import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { nameOfAccount } from '@innkeeper/domain/members/change';
import type { OperatorCx } from '../context.ts';
import { actingPerson, newAccess } from './new.ts';

/**
 * Opens access without the account's consent (break glass). The account's audit log shows the person and the reason, and its owner and
 * administrators get a mail. Throws the errors of `newAccess`.
 */
export async function forceAccess(
  cx: OperatorCx,
  { account, person, scope, minutes, reason }: OperatorInput<'forceAccess'>,
): Promise<OperatorResult<'forceAccess'>> {
  const accountId = await accountIdOf(cx.db, account);
  const acting = await actingPerson(cx, person);
  const made = await newAccess(cx, { accountId, acting, scope, minutes, why: { reason } });
  const { id, expires_at } = made;
  const details = { staff: acting.name, scope, reason, until: expires_at.toISOString() };
  await audit(cx, 'forceAccess', { kind: 'support_access', id, accountId }, details);
  const data = { account: await nameOfAccount(cx, accountId), person: acting.name, reason, writes: scope === 'write' };
  await queueMail(cx, {
    accountId,
    template: 'account-accessed',
    roles: ['owner', 'admin'],
    data: { ...data, until: expires_at.getTime() },
    dedupeKey: `account-accessed:${id}`,
  });
  return made;
}

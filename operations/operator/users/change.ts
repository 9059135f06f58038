import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { insertEmailChange } from '@innkeeper/db/tables/email-changes';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import { pageLink } from '@innkeeper/domain/page-link';
import { LOST_ADDRESS } from '@innkeeper/model/email-change';
import { Failure, invalid } from '@innkeeper/model/failures';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';
import { auditUser, lockUserOf } from './user-of.ts';

/**
 * Sends a link that proves the new address, and one to the previous address that stops the change. Replaces a pending change.
 *
 * Throws `not_found`, `validation` for the current address, and `wrong_state` for a suspended user and for the address of another user.
 */
export async function changeUser(
  cx: OperatorCx,
  { user: address, email, reason }: OperatorInput<'changeUser'>,
): Promise<OperatorResult<'changeUser'>> {
  const { db, clock, actor, settings } = cx;
  const user = await lockUserOf(cx, address);
  if (user.email.toLowerCase() === email) throw invalid('email', 'This is already the address of the user.');
  if (user.suspended_at !== null)
    throw new Failure('wrong_state', { message: `${user.email} is suspended. Resume this user first.` });
  const taken = await db.selectFrom('users').select('id').where(sql`lower(email)`, '=', email).executeTakeFirst();
  if (taken) throw new Failure('wrong_state', { message: `${email} is the address of another user.` });
  const secrets = { new: newSecret(), old: newSecret() };
  const now = clock.now();
  const counts_from = new Date(now.getTime() + LOST_ADDRESS.stoppedForMs);
  const expires_at = new Date(now.getTime() + LOST_ADDRESS.linkMs);
  const { id } = await insertEmailChange(db, {
    user_id: user.id,
    email,
    old_email: user.email,
    created_at: now,
    expires_at,
    requested_by: actor.name,
    counts_from,
    new_hash: hashSecret(secrets.new),
    old_hash: hashSecret(secrets.old),
  });
  const data = { after: email, counts: counts_from.getTime() };
  await queueMailToUser(
    cx,
    { ...user, id: null, email },
    {
      ...{ accountId: null, template: 'email-lost-new', dedupeKey: `email-change:${id}:new` },
      data: { ...data, before: user.email, until: expires_at.getTime(), link: pageLink(settings, 'email_change', secrets.new) },
    },
  );
  await queueMailToUser(cx, user, {
    ...{ accountId: null, template: 'email-lost-old', dedupeKey: `email-change:${id}:old` },
    data: { ...data, link: pageLink(settings, 'email_change', secrets.old) },
  });
  const accounts = await auditUser(cx, user.id, 'changeUser', { reason, email });
  return { id: user.id, email: user.email, new_email: email, counts_from, expires_at, accounts };
}

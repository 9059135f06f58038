import {
  findOpenEmailChange,
  insertEmailChange,
  type LockedUser,
  lockUser,
  updateEmailChange,
} from '@innkeeper/db/tables/email-changes';
import { deletePasskeysOf } from '@innkeeper/db/tables/passkeys';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { deleteTotp, lockTotp } from '@innkeeper/db/tables/two-factor';
import { audit } from '@innkeeper/domain/audit';
import { queueMailToAddress } from '@innkeeper/domain/mail/queue';
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import { pageLink } from '@innkeeper/domain/page-link';
import { Failure, invalid } from '@innkeeper/model/failures';
import { LOST_ADDRESS } from '@innkeeper/model/people/email-change';
import { sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/**
 * Removes the authenticator app, its recovery codes and all passkeys of a user. The password stays. The user gets a mail at once, because
 * the request may come from someone else.
 *
 * Throws `not_found`, and `wrong_state` for a user without a second factor.
 */
export async function resetUser(cx: StaffCx, { user, reason }: StaffInput<'resetUser'>): Promise<StaffReply<'resetUser'>> {
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

/** Withdraws a pending email change. Throws `not_found`, and `wrong_state` if none is pending. */
export async function withdrawUser(
  cx: StaffCx,
  { user: address, reason }: StaffInput<'withdrawUser'>,
): Promise<StaffReply<'withdrawUser'>> {
  const { id, email } = await lockUserOf(cx, address);
  // A confirmed change stays open until it takes effect, even if its link has expired.
  const change = await findOpenEmailChange(cx.db, id);
  if (!change) throw new Failure('wrong_state', { message: `There is no pending change of the address ${email}.` });
  await updateEmailChange(cx.db, change.id, { outcome: 'stopped' });
  const accounts = await auditUser(cx, id, 'withdrawUser', { reason, email: change.email });
  return { id, email, new_email: change.email, accounts };
}

/**
 * Sends a link that proves the new address, and one to the previous address that stops the change. Replaces a pending change.
 *
 * Throws `not_found`, `validation` for the current address, and `wrong_state` for a suspended user and for the address of another user.
 */
export async function changeUser(
  cx: StaffCx,
  { user: address, email, reason }: StaffInput<'changeUser'>,
): Promise<StaffReply<'changeUser'>> {
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

/** Returns the user with this id or address. Throws `not_found`. */
async function findUser({ db }: Pick<StaffCx, 'db'>, named: string): Promise<{ id: number; email: string }> {
  const users = db.selectFrom('users').select(['id', 'email']);
  const found = await (/^\d+$/.test(named)
    ? users.where('id', '=', Number(named))
    : users.where(sql`lower(email)`, '=', named)
  ).executeTakeFirst();
  if (!found) throw notFound(named);
  return found;
}

/** Locks and returns the user with this id or address. Throws `not_found`. */
async function lockUserOf({ db }: StaffCx, named: string): Promise<LockedUser> {
  const { id, email } = await findUser({ db }, named);
  const user = await lockUser(db, id);
  // The address may have changed before the user was locked.
  if (user?.email !== email) throw notFound(named);
  return user;
}

const notFound = (named: string): Failure => new Failure('not_found', { message: `User ${named} does not exist.` });

/** Writes an audit line for each account of the user, and returns the ids of the accounts. */
async function auditUser(cx: StaffCx, id: number, action: string, details: Record<string, string>): Promise<number[]> {
  const memberships = cx.db.selectFrom('memberships').select('account_id').where('user_id', '=', id).orderBy('account_id');
  const accounts = (await memberships.execute()).map(({ account_id }) => account_id);
  for (const accountId of accounts.length > 0 ? accounts : [null])
    await audit(cx, action, { kind: 'user', id, accountId }, details);
  return accounts;
}

import {
  countEmailChanges,
  findEmailChange,
  insertEmailChange,
  lockUser,
  updateEmailChange,
} from '@innkeeper/db/tables/email-changes';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { firstAccountOf } from '@innkeeper/db/tables/sign-in';
import type { Actor, Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { lockEmailChangeOf, noSuchEmailChange } from '@innkeeper/domain/email-change/by-secret';
import { switchEmail } from '@innkeeper/domain/email-change/switch';
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import { pageLink } from '@innkeeper/domain/page-link';
import { Failure, invalid } from '@innkeeper/model/failures';
import { emailConfirmation } from '@innkeeper/model/people/email-change';
import { days, hours } from '@innkeeper/model/time/clock';
import { presentEmailChange } from '@innkeeper/present/email-change';
import type { Input, Reply, Services } from './define.ts';

const WORKS_MS = hours(24);
/** Maximum number of requests per user in 24 hours. Each sends mail to an address whose owner may not have requested the change. */
const CHANGES_A_DAY = 5;

/** Returns the user's pending email change, if there is one. */
export async function getEmailChange({ db, clock, actor }: Cx<Customer>): Promise<Reply<'getEmailChange'>> {
  return presentEmailChange(await findEmailChange(db, { userId: actor.userId, now: clock.now() }));
}

/**
 * Sends a confirmation link to the new and the current address. The reply does not reveal whether the new address belongs to a user. Throws
 * `validation` for the current address, and `rate_limited` after `CHANGES_A_DAY` requests in 24 hours.
 */
export async function createEmailChange(
  cx: MutatingCx<Customer>,
  { body: { email } }: Input<'createEmailChange'>,
): Promise<Reply<'createEmailChange'>> {
  const { db, clock, clientAddress: address = '' } = cx;
  const { userId } = cx.actor;
  const sessionId = cx.actor.kind === 'session' ? cx.actor.id : null;
  const now = clock.now();
  const user = await lockUser(db, userId);
  if (!user) throw new Failure('unauthenticated');
  if (user.email === email) throw invalid('email', 'This is already your email address.');
  if ((await countEmailChanges(db, userId, new Date(now.getTime() - days(1)))) >= CHANGES_A_DAY)
    throw new Failure('rate_limited', {
      message: 'Too many changes were requested. Try again tomorrow.',
      retryAfter: 3600,
    });
  const secrets = { new: newSecret(), old: newSecret() };
  const expires_at = new Date(now.getTime() + WORKS_MS);
  const made = await insertEmailChange(db, {
    user_id: userId,
    email,
    old_email: user.email,
    session_id: sessionId,
    created_at: now,
    expires_at,
    new_hash: hashSecret(secrets.new),
    old_hash: hashSecret(secrets.old),
  });
  const data = { before: user.email, after: email, until: expires_at.getTime(), address };
  for (const [side, to] of Object.entries({ new: { ...user, id: null, email }, old: user }) as ['new' | 'old', typeof user][])
    await queueMailToUser(cx, to, {
      accountId: null,
      template: side === 'new' ? 'email-change-new' : 'email-change-old',
      data: { ...data, link: pageLink(cx.settings, 'email_change', secrets[side]) },
      dedupeKey: `email-change:${made.id}:${side}`,
    });
  await audit(cx, 'createEmailChange', { kind: 'user', id: userId }, { email });
  return presentEmailChange(made);
}

/** Stops the pending email change. Throws `wrong_state` if none is pending. */
export async function deleteEmailChange(cx: MutatingCx<Customer>): Promise<void> {
  const { db, clock, actor } = cx;
  const { userId } = actor;
  await lockUser(db, userId);
  const change = await findEmailChange(db, { userId, now: clock.now() });
  if (!change) throw new Failure('wrong_state', { message: 'There is no pending change of the email address.' });
  await updateEmailChange(db, change.id, { outcome: 'stopped' });
  await audit(cx, 'deleteEmailChange', { kind: 'user', id: userId }, { email: change.email });
}

/**
 * Confirms an email change from one of the two addresses. Returns whether the change is complete. Throws `validation` for `secret` if the
 * link is no longer valid, and the errors of `lockEmailChangeOf` and `switchEmail`.
 */
export async function confirmEmailChange(
  cx: MutatingCx<Actor>,
  { body: { secret } }: Input<'confirmEmailChange'>,
  { throttle }: Pick<Services, 'throttle'>,
): Promise<Reply<'confirmEmailChange'>> {
  const { change, side, user } = await lockEmailChangeOf(cx, { secret, throttle });
  const now = cx.clock.now();
  const next = emailConfirmation(change, side, now);
  if (next === 'done') return { changed: true };
  // Also refuse the link if the address has changed since the request, because the request belongs to the previous address.
  if (next === 'gone' || user.email !== change.old_email) throw noSuchEmailChange();
  await updateEmailChange(cx.db, change.id, side === 'new' ? { new_confirmed_at: now } : { old_confirmed_at: now });
  if (next === 'waits') return { changed: false };
  await switchEmail(cx, user, change);
  return { changed: true };
}

/**
 * Stops an email change. Has no effect on a change that was already stopped or replaced. Throws `validation` for `secret` if the change is
 * already complete, and the errors of `lockEmailChangeOf`.
 */
export async function stopEmailChange(
  cx: MutatingCx<Actor>,
  { body: { secret } }: Input<'stopEmailChange'>,
  { throttle }: Pick<Services, 'throttle'>,
): Promise<void> {
  const { change, side, user } = await lockEmailChangeOf(cx, { secret, throttle });
  if (change.outcome === 'changed') throw noSuchEmailChange();
  if (change.outcome !== null) return;
  await updateEmailChange(cx.db, change.id, { outcome: 'stopped' });
  const accountId = (await firstAccountOf(cx.db, user.id)) ?? null;
  const actor = { kind: 'visitor', accountId, userId: user.id } as const;
  const details = { email: change.email, by: side, from: cx.clientAddress ?? '' };
  await audit({ ...cx, actor }, 'stopEmailChange', { kind: 'user', id: user.id }, details);
}

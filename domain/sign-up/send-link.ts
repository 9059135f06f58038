/** Sends the link that opens an account. */
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { firstAccountOf } from '@innkeeper/db/tables/sign-in';
import { countSignUpMails, deleteSignUp, lockWaitingSignUp, type SignUpRow, updateSignUp } from '@innkeeper/db/tables/sign-up';
import { hours } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';
import { pageLink } from '../page-link.ts';

const WORKS_MS = hours(24);
/** Maximum number of links per address and hour. More would fill the mailbox of the address. */
const MAILS_AN_HOUR = 3;

/**
 * Sends the link of a requested sign-up. A member with this address gets a notice instead, unless suspended. Deletes the request without a
 * mail if the address is over the hourly limit. Returns whether the request was still open.
 */
export async function sendSignUpLink(cx: MutatingCx, id: number): Promise<boolean> {
  const { db, clock } = cx;
  const now = clock.now();
  const signUp = await lockWaitingSignUp(db, id);
  if (!signUp) return false;
  const { email, language, invited_by } = signUp;
  if (invited_by === null && (await countSignUpMails(db, email, new Date(now.getTime() - hours(1)))) >= MAILS_AN_HOUR) {
    await deleteSignUp(db, id);
    return true;
  }
  if (await notifyExistingUser(cx, signUp)) return true;
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + (invited_by === null ? WORKS_MS : cx.settings.invitationMs));
  await updateSignUp(db, id, { secret_hash: hashSecret(secret), expires_at: expiresAt });
  const link = pageLink(cx.settings, 'sign_up', secret);
  const data = { link, until: expiresAt.getTime(), address: signUp.asked_from ?? '', invited: invited_by !== null };
  const once = `sign-up:${id}`;
  await queueMailToUser(cx, { id: null, email, language }, { accountId: null, template: 'sign-up', data, dedupeKey: once });
  return true;
}

/**
 * Notifies a user who already has the address. Returns `false` if no user has the address, or if that user has no account and can therefore
 * use the sign-up link.
 */
async function notifyExistingUser(cx: MutatingCx, { id, email, asked_from }: SignUpRow): Promise<boolean> {
  const { db } = cx;
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'language', 'suspended_at', 'alone_since'])
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst();
  if (!user || (user.alone_since !== null && user.suspended_at === null)) return false;
  await updateSignUp(db, id, { outcome: 'known' });
  const address = asked_from ?? '';
  if (user.suspended_at === null)
    await queueMailToUser(cx, user, {
      accountId: null,
      template: 'sign-up-known',
      data: { address },
      dedupeKey: `sign-up-known:${id}`,
    });
  const accountId = (await firstAccountOf(db, user.id)) ?? null;
  const actor = { kind: 'visitor', accountId, userId: user.id } as const;
  await audit({ ...cx, actor }, 'createSignUp', { kind: 'user', id: user.id }, { from: address });
  return true;
}

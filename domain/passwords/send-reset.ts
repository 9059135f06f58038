/** Sends the link by which a user sets a password. */
import {
  countPasswordResets,
  deletePasswordReset,
  endPasswordResets,
  findResetRecipient,
  lockWaitingPasswordReset,
  openPasswordReset,
} from '@innkeeper/db/tables/passwords';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { firstAccountOf } from '@innkeeper/db/tables/sign-in';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';
import { pageLink } from '../page-link.ts';

/** Validity of a link in milliseconds. */
const WORKS_MS = hours(1);
/** Maximum number of links per user and hour. More would fill the mailbox of the user. */
const LINKS_AN_HOUR = 3;

/**
 * Sends the link of a requested reset and ends earlier ones. Deletes the request without a mail if the user is unknown, suspended, or over
 * the hourly limit. Returns whether the request was still open.
 */
export async function sendPasswordReset(cx: MutatingCx, id: number): Promise<boolean> {
  const { db } = cx;
  const now = cx.clock.now();
  const reset = await lockWaitingPasswordReset(db, id);
  if (!reset) return false;
  const user = await findResetRecipient(db, reset.email);
  if (!user || (await countPasswordResets(db, user.id, new Date(now.getTime() - hours(1)))) >= LINKS_AN_HOUR) {
    await deletePasswordReset(db, id);
    return true;
  }
  const secret = newSecret();
  await endPasswordResets(db, user.id, now);
  await openPasswordReset(db, id, {
    user_id: user.id,
    secret_hash: hashSecret(secret),
    expires_at: new Date(now.getTime() + WORKS_MS),
  });
  const address = reset.asked_from ?? '';
  await queueMailToUser(cx, user, {
    accountId: null,
    template: 'password-reset',
    data: { link: pageLink(cx.settings, 'password_reset', secret), minutes: WORKS_MS / minutes(1), address },
    dedupeKey: `password-reset:${id}`,
  });
  const accountId = (await firstAccountOf(db, user.id)) ?? null;
  const actor = { kind: 'visitor', accountId, userId: user.id } as const;
  await audit({ ...cx, actor }, 'createPasswordReset', { kind: 'user', id: user.id }, { from: address });
  return true;
}

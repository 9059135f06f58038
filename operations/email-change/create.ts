import { countEmailChanges, type EmailChangeRow, insertEmailChange, lockUser } from '@innkeeper/db/tables/email-changes';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import { pageLink } from '@innkeeper/domain/page-link';
import { days, hours } from '@innkeeper/model/clock';
import { Failure, invalid } from '@innkeeper/model/failures';

const WORKS_MS = hours(24);
/** Maximum number of requests per user in 24 hours. Each sends mail to an address whose owner may not have requested the change. */
const CHANGES_A_DAY = 5;

/**
 * Sends a confirmation link to the new and the current address. The reply does not reveal whether the new address belongs to a user. Throws
 * `validation` for the current address, and `rate_limited` after `CHANGES_A_DAY` requests in 24 hours.
 */
export async function createEmailChange(cx: MutatingCx<Customer>, { email }: { email: string }): Promise<EmailChangeRow> {
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
  return made;
}

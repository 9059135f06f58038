/** Sends an invitation: each mail has a link of its own, and the one before stops working. */
import { type Invitation, loadInvitation, newInvitationSecret, renewInvitation } from '@innkeeper/db/tables/invitations';
import { mailedSince } from '@innkeeper/db/tables/mails';
import type { Member } from '@innkeeper/db/tables/members';
import { days } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';
import { pageLink } from '../page-link.ts';
import { nameOfAccount } from './change.ts';

/** Throws `wrong_state` when the account has sent as many as it may within a day. The caller holds its members. */
export async function refuseTooManyInvitations({ db, clock, actor, settings }: MutatingCx<Customer>): Promise<void> {
  const most = settings.invitationsADay;
  const since = new Date(clock.now().getTime() - days(1));
  const sent = await mailedSince(db, { accountId: actor.accountId, templates: ['invitation'], since, most });
  if (sent >= most)
    throw new Failure('wrong_state', {
      message: `An account can send at most ${most} invitations a day. Please try again tomorrow.`,
    });
}

/** What a row and its mail need, of a new secret. */
export function newInvitation({ clock, settings }: MutatingCx<Customer>) {
  const { secret, hash } = newInvitationSecret();
  const now = clock.now();
  return { secret, fields: { secret_hash: hash, sent_at: now, expires_at: new Date(now.getTime() + settings.invitationMs) } };
}

export async function renewedInvitation(cx: MutatingCx<Customer>, inviter: Member, id: number): Promise<Invitation> {
  const { secret, fields } = newInvitation(cx);
  await renewInvitation(cx.db, id, fields);
  return sendInvitation(cx, inviter, { id, secret });
}

export async function sendInvitation(
  cx: MutatingCx<Customer>,
  inviter: Member,
  { id, secret }: { id: number; secret: string },
): Promise<Invitation> {
  const invitation = await loadInvitation(cx.db, id);
  const { account_id: accountId, email, role, expires_at } = invitation;
  const data = {
    account: await nameOfAccount(cx, accountId),
    inviter: inviter.name || inviter.email,
    role,
    link: pageLink(cx.settings, 'invitation', secret),
    until: expires_at.getTime(),
  };
  const once = `invitation:${id}:${invitation.secret_hash.toString('hex')}`;
  await queueMailToUser(cx, { id: null, email, language: inviter.language }, { accountId, template: 'invitation', data, once });
  return invitation;
}

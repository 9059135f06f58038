/** Sends an invitation: each mail has a link of its own, and the one before stops working. */
import {
  holdInvitationMails,
  type Invitation,
  invitationKey,
  loadInvitation,
  newInvitationSecret,
  renewInvitation,
  waitingMailOf,
} from '@innkeeper/db/tables/invitations';
import { mailedSince } from '@innkeeper/db/tables/mails';
import type { Member } from '@innkeeper/db/tables/members';
import { hasPaidOrder } from '@innkeeper/db/tables/orders';
import { days } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import { nameInMail } from '@innkeeper/model/mail/names';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';
import { pageLink } from '../page-link.ts';
import { nameOfAccount } from './change.ts';

/** Between invitations of different accounts to one address that is no user's. */
const ADDRESS_PAUSE_MS = days(7);

/** Throws `wrong_state` when the account has sent as many as it may within a day. The caller holds its members. */
export async function refuseTooManyInvitations({ db, clock, actor, settings }: MutatingCx<Customer>): Promise<void> {
  const { invitationsADay, invitationsADayNeverPaid } = settings;
  const { accountId } = actor;
  const since = new Date(clock.now().getTime() - days(1));
  const sent = await mailedSince(db, { accountId, templates: ['invitation'], since, most: invitationsADay });
  if (sent >= invitationsADay)
    throw new Failure('wrong_state', {
      message: `An account can send at most ${invitationsADay} invitations per day. Try again tomorrow.`,
    });
  if (sent >= invitationsADayNeverPaid && !(await hasPaidOrder(db, accountId)))
    throw new Failure('wrong_state', {
      message: `An account can send at most ${invitationsADayNeverPaid} invitations per day before its first paid order. Try again tomorrow.`,
    });
}

/**
 * Returns when the mail of a new invitation may be sent: a week after that of another account to the same address, unless a user has the
 * address. The inviter is not told, so nobody learns of the other invitation.
 */
export async function mailTimeOf(cx: MutatingCx<Customer>, email: string): Promise<Date> {
  const now = cx.clock.now();
  const latest = await holdInvitationMails(cx.db, { accountId: cx.actor.accountId, email });
  return latest ? new Date(Math.max(now.getTime(), latest.getTime() + ADDRESS_PAUSE_MS)) : now;
}

/** Returns what a row and its mail need of a new secret. `mailAt`: when the mail is due; the link is valid from then on. */
export function newInvitation({ clock, settings }: MutatingCx<Customer>, mailAt: Date) {
  const { secret, hash } = newInvitationSecret();
  const now = clock.now();
  const after = (at: Date) => new Date(at.getTime() + settings.invitationMs);
  return { secret, mailAt, fields: { secret_hash: hash, sent_at: now, valid_until: after(now), expires_at: after(mailAt) } };
}

/** Sends it again with another secret. A mail that waits still waits as long, or sending again would be the way around. */
export async function renewedInvitation(cx: MutatingCx<Customer>, inviter: Member, id: number): Promise<Invitation> {
  const waiting = await waitingMailOf(cx.db, await loadInvitation(cx.db, id));
  const now = cx.clock.now();
  const { secret, mailAt, fields } = newInvitation(cx, waiting && waiting > now ? waiting : now);
  await renewInvitation(cx.db, id, fields);
  return sendInvitation(cx, inviter, { id, secret, mailAt });
}

export async function sendInvitation(
  cx: MutatingCx<Customer>,
  inviter: Member,
  { id, secret, mailAt }: { id: number; secret: string; mailAt: Date },
): Promise<Invitation> {
  const invitation = await loadInvitation(cx.db, id);
  const { account_id: accountId, email, role, expires_at } = invitation;
  const data = {
    account: await nameOfAccount(cx, accountId),
    inviter: nameInMail(inviter.name, `account ${accountId}`),
    role,
    link: pageLink(cx.settings, 'invitation', secret),
    until: expires_at.getTime(),
  };
  const once = invitationKey(id, invitation.secret_hash);
  const to = { id: null, email, language: inviter.language };
  await queueMailToUser(cx, to, { accountId, template: 'invitation', data, once, notBefore: mailAt });
  return invitation;
}

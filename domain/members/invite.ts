/** Sends invitations. Each mail has its own link, and the previous link stops working. */
import {
  findMailDueTime,
  type Invitation,
  invitationKey,
  loadInvitation,
  lockInvitationMails,
  newInvitationSecret,
  renewInvitation,
} from '@innkeeper/db/tables/invitations';
import { countMails } from '@innkeeper/db/tables/mails';
import type { Member } from '@innkeeper/db/tables/members';
import { hasPaidOrder } from '@innkeeper/db/tables/orders';
import { Failure } from '@innkeeper/model/failures';
import { nameInMail } from '@innkeeper/model/mail/names';
import { days } from '@innkeeper/model/time/clock';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';
import { pageLink } from '../page-link.ts';
import { nameOfAccount } from './change.ts';

/** Minimum time between invitations of different accounts to one address without a user. */
const ADDRESS_PAUSE_MS = days(7);

/** Throws `wrong_state` if the account has reached its daily limit of invitations. The caller has locked the members. */
export async function refuseTooManyInvitations({ db, clock, actor, settings }: MutatingCx<Customer>): Promise<void> {
  const { invitationsADay, invitationsADayNeverPaid } = settings;
  const { accountId } = actor;
  const since = new Date(clock.now().getTime() - days(1));
  const sent = await countMails(db, { accountId, templates: ['invitation'], since, max: invitationsADay });
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
 * Returns when the mail of a new invitation may be sent. Mails of different accounts to one address are a week apart, unless a user has the
 * address.
 *
 * The inviter does not see the delay, so that the other invitation stays confidential.
 */
export async function mailTimeOf(cx: MutatingCx<Customer>, email: string): Promise<Date> {
  const now = cx.clock.now();
  const latest = await lockInvitationMails(cx.db, { accountId: cx.actor.accountId, email });
  return latest ? new Date(Math.max(now.getTime(), latest.getTime() + ADDRESS_PAUSE_MS)) : now;
}

/**
 * Returns a new secret with its row fields. `mailAt` is the time at which the mail is due. The link is valid for the full period after that
 * time.
 */
export function newInvitation({ clock, settings }: MutatingCx<Customer>, mailAt: Date) {
  const { secret, hash } = newInvitationSecret();
  const now = clock.now();
  const after = (at: Date) => new Date(at.getTime() + settings.invitationMs);
  return { secret, mailAt, fields: { secret_hash: hash, sent_at: now, valid_until: after(now), expires_at: after(mailAt) } };
}

/** Sends an invitation again with a new secret. A waiting mail keeps its due time, because sending it again must not bypass the pause. */
export async function renewedInvitation(cx: MutatingCx<Customer>, inviter: Member, id: number): Promise<Invitation> {
  const waiting = await findMailDueTime(cx.db, await loadInvitation(cx.db, id));
  const now = cx.clock.now();
  const { secret, mailAt, fields } = newInvitation(cx, waiting && waiting > now ? waiting : now);
  await renewInvitation(cx.db, id, fields);
  return sendInvitation(cx, inviter, { id, secret, mailAt });
}

/** Queues the mail of an invitation and returns the invitation. */
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
  await queueMailToUser(cx, to, { accountId, template: 'invitation', data, dedupeKey: once, notBefore: mailAt });
  return invitation;
}

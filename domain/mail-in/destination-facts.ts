/** Loads what the database has about a received mail: the possible account and ticket, and the number of similar mails. */
import type { InboxSettings } from '@innkeeper/db/tables/inbox';
import {
  countMailsOfSender,
  isDuplicateMail,
  membershipsOf,
  type ReceivedMail,
  ticketNamed,
  ticketOfMails,
  ticketOfTokens,
} from '@innkeeper/db/tables/received-mails';
import { ourMailKeys, ourTags, ticketInSubject } from '@innkeeper/model/mail-in/addresses';
import { kindOfMail } from '@innkeeper/model/mail-in/automatic';
import { type DestinationFacts, LOOP_LIMITS } from '@innkeeper/model/mail-in/destination';
import type { MailFacts } from '@innkeeper/model/mail-in/mail';
import { type Role, roleMay } from '@innkeeper/model/people/roles';
import { hours } from '@innkeeper/model/time/clock';
import type { Cx } from '../context.ts';

export interface LoadedFacts extends DestinationFacts {
  /** Keys of our mails that were returned. */
  mailKeys: readonly string[];
}

/** Loads the facts that decide where a mail goes. `inbox.address` is our support address. */
export async function loadDestinationFacts(
  { db, clock }: Pick<Cx, 'db' | 'clock'>,
  received: ReceivedMail,
  facts: MailFacts,
  inbox: InboxSettings & { address: string },
): Promise<LoadedFacts> {
  const { from, messageId } = facts;
  const since = new Date(clock.now().getTime() - hours(1));
  const recipients = received.recipient === null ? facts.recipients : [received.recipient, ...facts.recipients];
  const { tokens, mailKeys } = ourTags(inbox.address, recipients);
  const named = from === null ? null : await ticketNamed(db, ticketInSubject(facts.subject), from, since);
  return {
    kind: kindOfMail(facts),
    verified: isVerified(received, facts),
    seen: messageId !== null && from !== null && (await isDuplicateMail(db, received.id, messageId, from)),
    ofSender: from === null ? 0 : await countMailsOfSender(db, from, since, LOOP_LIMITS.ofSender),
    byAddress: await ticketOfTokens(db, tokens, since),
    byAnswer: await ticketOfMails(db, ourMailKeys(facts.answers), since),
    bySubject: named,
    member: from === null ? null : memberOf(await membershipsOf(db, from)),
    // A mail without a sender address cannot be answered.
    unknownSenders: from === null ? 'drop' : inbox.unknown_senders,
    mailKeys,
  };
}

/** Returns the account of the member who wrote the mail, or `null` if the sender is not a member or not verified. */
export async function accountOfSender({ db }: Pick<Cx, 'db'>, received: ReceivedMail, facts: MailFacts): Promise<number | null> {
  if (facts.from === null || !isVerified(received, facts)) return null;
  return memberOf(await membershipsOf(db, facts.from))?.accountIds[0] ?? null;
}

/** Returns whether the sender that the MIME parser reads is the verified one, which another parser has read. */
const isVerified = ({ verified_from }: ReceivedMail, { from }: MailFacts): boolean => from !== null && from === verified_from;

/**
 * Returns the membership with which the user may write to support. The role must be able to write or to pay, because questions about
 * invoices are common. Accounts that the user owns come first.
 */
function memberOf(memberships: Awaited<ReturnType<typeof membershipsOf>>): DestinationFacts['member'] {
  const eligible = memberships.filter(({ role }) => roleMay(role, 'write') || roleMay(role, 'pay'));
  const [first] = eligible;
  if (!first) return null;
  const byRole = [...eligible].sort((one, other) => rank(one.role) - rank(other.role));
  return { userId: first.userId, accountIds: byRole.map(({ accountId }) => accountId) };
}

const rank = (role: Role): number => (role === 'owner' ? 0 : 1);

/** What the database knows of a mail that has come: whose it may be, and how many like it there were. */
import type { InboxSettings } from '@innkeeper/db/tables/inbox';
import {
  cameBefore,
  membershipsOf,
  type ReceivedMail,
  receivedOf,
  ticketNamed,
  ticketOfMails,
  ticketOfTokens,
} from '@innkeeper/db/tables/received-mails';
import { hours } from '@innkeeper/model/clock';
import { ourMailKeys, ourTags, ticketInSubject } from '@innkeeper/model/mail-in/addresses';
import { kindOfMail } from '@innkeeper/model/mail-in/automatic';
import { type Known, LOOP_LIMITS } from '@innkeeper/model/mail-in/destination';
import type { MailFacts } from '@innkeeper/model/mail-in/mail';
import { type Role, roleMay } from '@innkeeper/model/roles';
import type { Cx } from '../context.ts';

export interface KnownMail extends Known {
  /** Keys of mails of ours that came back. */
  mailKeys: readonly string[];
}

export async function knownOf(
  { db, clock }: Pick<Cx, 'db' | 'clock'>,
  received: ReceivedMail,
  facts: MailFacts,
  inbox: InboxSettings & { address: string },
): Promise<KnownMail> {
  const { from, messageId } = facts;
  const since = new Date(clock.now().getTime() - hours(1));
  const recipients = received.recipient === null ? facts.recipients : [received.recipient, ...facts.recipients];
  const { tokens, mailKeys } = ourTags(inbox.address, recipients);
  const named = from === null ? null : await ticketNamed(db, ticketInSubject(facts.subject), from, since);
  return {
    kind: kindOfMail(facts),
    verified: isVerified(received, facts),
    seen: messageId !== null && from !== null && (await cameBefore(db, received.id, messageId, from)),
    ofSender: from === null ? 0 : await receivedOf(db, from, since, LOOP_LIMITS.ofSender),
    byAddress: await ticketOfTokens(db, tokens, since),
    byAnswer: await ticketOfMails(db, ourMailKeys(facts.answers), since),
    bySubject: named,
    member: from === null ? null : memberOf(await membershipsOf(db, from)),
    // Nobody can be answered who does not say who writes.
    unknownSenders: from === null ? 'drop' : inbox.unknown_senders,
    mailKeys,
  };
}

/** The account of the member who wrote it; null: none, or it may be anybody. */
export async function accountOfSender({ db }: Pick<Cx, 'db'>, received: ReceivedMail, facts: MailFacts): Promise<number | null> {
  if (facts.from === null || !isVerified(received, facts)) return null;
  return memberOf(await membershipsOf(db, facts.from))?.accountIds[0] ?? null;
}

/** Returns whether the address that the MIME parser reads is the one that was verified, which another parser has read. */
const isVerified = ({ verified_from }: ReceivedMail, { from }: MailFacts): boolean => from !== null && from === verified_from;

/** Who may write to support in the API may by mail; who may pay too, since invoices raise questions. The own account comes first. */
function memberOf(memberships: Awaited<ReturnType<typeof membershipsOf>>): Known['member'] {
  const may = memberships.filter(({ role }) => roleMay(role, 'write') || roleMay(role, 'pay'));
  const [first] = may;
  if (!first) return null;
  const byRole = [...may].sort((one, other) => rank(one.role) - rank(other.role));
  return { userId: first.userId, accountIds: byRole.map(({ accountId }) => accountId) };
}

const rank = (role: Role): number => (role === 'owner' ? 0 : 1);

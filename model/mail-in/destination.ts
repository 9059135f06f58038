/**
 * Decides the destination of a received mail.
 *
 * Automatic mail becomes no message, unless an operator releases an automatic reply. Mail of a sender who writes too often is held.
 * Otherwise three parts of the mail identify its ticket, in this order: recipient address, answered mail, subject. Mail without a ticket
 * opens a new ticket.
 *
 * The recipient address and the key of the answered mail are secrets from our own mail, so they are accepted from every sender. A subject
 * is not a secret. It is accepted only from people who take part in the ticket, and only if their domain verifies them (sender.ts). A new
 * ticket in an account needs the same verification.
 */
import type { MailKind } from './automatic.ts';

/** Policies for mail of senders without an account, and of unverified senders. */
export const UNKNOWN_SENDERS = ['ticket', 'refuse', 'drop'] as const;
export type UnknownSenders = (typeof UNKNOWN_SENDERS)[number];

/** Limits in mails per hour. A person writes a few mails. Two programs that answer each other write hundreds. */
export const LOOP_LIMITS = { ofSender: 20, ofTicket: 40, refusals: 30 } as const;

/** Number of `unverified` mails in 24 hours that opens an alert. */
export const MAX_UNVERIFIED = 10;

export interface DestinationFacts {
  kind: MailKind;
  /** True if the sender is verified (sender.ts). */
  verified: boolean;
  /** True if this mail was handled before. */
  seen: boolean;
  /** Number of mails of the sender in the last hour, excluding this mail. */
  ofSender: number;
  /** Ticket that the recipient address identifies. */
  byAddress: KnownTicket | null;
  /** Ticket of the mail that this mail answers. */
  byAnswer: KnownTicket | null;
  /** Ticket that the subject names. `isParticipant` is true if the sender takes part in the ticket. */
  bySubject: (KnownTicket & { isParticipant: boolean }) | null;
  /** Accounts in which the sender's user may write, best match first. */
  member: { userId: number; accountIds: readonly number[] } | null;
  unknownSenders: UnknownSenders;
}

export interface KnownTicket {
  id: number;
  /** Account of the ticket, or `null` for a sender without an account. */
  accountId: number | null;
  /** Number of mails that became messages of the ticket in the last hour. */
  recentMessageCount: number;
}

export type Destination =
  | { to: 'ticket'; ticketId: number /** `null` unless the sender is a verified member. */; userId: number | null }
  | { to: 'new ticket'; accountId: number | null; userId: number | null }
  | { to: 'sender'; why: 'unknown' }
  | { to: 'operator'; why: 'loop' }
  /** `unverified`: the mail names a member as its sender, but nobody verifies the sender, and the mail may not be answered. */
  | { to: 'nowhere'; why: Exclude<MailKind, 'person' | 'no-reply'> | 'twice' | 'unknown' | 'unverified' };

/**
 * Returns the destination of a mail. `forced` is true if an operator released the mail. The mail is then not held, and an automatic reply
 * is handled like mail of a person.
 */
export function destinationOf(known: DestinationFacts, { forced = false } = {}): Destination {
  const { kind, seen } = known;
  if (kind !== 'person' && kind !== 'no-reply' && (!forced || kind === 'own' || kind === 'bounce'))
    return { to: 'nowhere', why: kind };
  if (seen) return { to: 'nowhere', why: 'twice' };
  const ticket = ticketOf(known);
  const destination = ticket ? joinTicket(known, ticket) : openTicket(known);
  // A list without a ticket would only fill the queue of held mails.
  if (destination.to === 'nowhere' && kind !== 'person') return destination;
  const loops = known.ofSender >= LOOP_LIMITS.ofSender || (ticket?.recentMessageCount ?? 0) >= LOOP_LIMITS.ofTicket;
  if (loops && !forced) return { to: 'operator', why: 'loop' };
  return destination;
}

function joinTicket({ verified, member }: DestinationFacts, { id, accountId }: KnownTicket): Destination {
  const own = verified && member !== null && accountId !== null && member.accountIds.includes(accountId);
  return { to: 'ticket', ticketId: id, userId: own ? member.userId : null };
}

function openTicket({ kind, verified, member, unknownSenders }: DestinationFacts): Destination {
  const accountId = member?.accountIds[0];
  if (verified && member && accountId !== undefined) return { to: 'new ticket', accountId, userId: member.userId };
  if (unknownSenders === 'ticket') return { to: 'new ticket', accountId: null, userId: null };
  if (kind !== 'person') return { to: 'nowhere', why: member ? 'unverified' : 'unknown' };
  return unknownSenders === 'refuse' ? { to: 'sender', why: 'unknown' } : { to: 'nowhere', why: 'unknown' };
}

function ticketOf({ byAddress, byAnswer, bySubject, verified }: DestinationFacts): KnownTicket | null {
  if (byAddress) return byAddress;
  if (byAnswer) return byAnswer;
  return bySubject?.isParticipant && verified ? bySubject : null;
}

/**
 * Decides the destination of a received mail.
 *
 * Automatic mail becomes no message, unless an operator releases an automatic reply or a list mail. Mail of a sender who writes too often
 * is held. Otherwise three parts of the mail identify its ticket, in this order: recipient address, answered mail, subject. Mail without a
 * ticket opens a new ticket.
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
  | { to: 'nowhere'; why: Exclude<MailKind, 'person'> | 'twice' | 'unknown' };

/**
 * Returns the destination of a mail. `forced` is true if an operator released the mail. The mail is then not held, and an automatic reply
 * or a list mail is handled like mail of a person.
 */
export function destinationOf(known: DestinationFacts, { forced = false } = {}): Destination {
  const { kind, seen, verified, member } = known;
  if (kind !== 'person' && (!forced || kind === 'own' || kind === 'bounce')) return { to: 'nowhere', why: kind };
  if (seen) return { to: 'nowhere', why: 'twice' };
  const ticket = ticketOf(known);
  const loops = known.ofSender >= LOOP_LIMITS.ofSender || (ticket?.recentMessageCount ?? 0) >= LOOP_LIMITS.ofTicket;
  if (loops && !forced) return { to: 'operator', why: 'loop' };
  if (ticket) {
    const own = verified && member !== null && ticket.accountId !== null && member.accountIds.includes(ticket.accountId);
    return { to: 'ticket', ticketId: ticket.id, userId: own ? member.userId : null };
  }
  const accountId = member?.accountIds[0];
  if (verified && member && accountId !== undefined) return { to: 'new ticket', accountId, userId: member.userId };
  if (known.unknownSenders === 'ticket') return { to: 'new ticket', accountId: null, userId: null };
  return known.unknownSenders === 'refuse' ? { to: 'sender', why: 'unknown' } : { to: 'nowhere', why: 'unknown' };
}

function ticketOf({ byAddress, byAnswer, bySubject, verified }: DestinationFacts): KnownTicket | null {
  if (byAddress) return byAddress;
  if (byAnswer) return byAnswer;
  return bySubject?.isParticipant && verified ? bySubject : null;
}

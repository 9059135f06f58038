/**
 * Where a mail goes. In this order: what programs wrote goes nowhere; who writes too much is held; then the ticket whose address it was
 * sent to, the ticket whose mail it answers, the ticket that its subject names; else it is a question of its own. The first two are secrets
 * that we gave away in our own mail, so they count whoever writes. A subject is none: it counts for the ticket's own people only, and
 * only when their domain vouches for them (sender.ts), and so does a new ticket in somebody's account.
 */
import type { MailKind } from './automatic.ts';

/** What becomes of mail of somebody who is in no account, or whose domain does not vouch for the sender. */
export const UNKNOWN_SENDERS = ['ticket', 'refuse', 'drop'] as const;
export type UnknownSenders = (typeof UNKNOWN_SENDERS)[number];

/** Mails an hour: a person writes a few, two programs that answer each other hundreds. */
export const LOOP_LIMITS = { ofSender: 20, ofTicket: 40, refusals: 30 } as const;

export interface Known {
  kind: MailKind;
  /** Whether it is from whom it says (sender.ts). */
  verified: boolean;
  /** Whether this mail was handled before: it came twice. */
  seen: boolean;
  /** Mails of the sender in the last hour, this one not counted. */
  ofSender: number;
  /** The ticket of its address, else the ticket that one of our mails was about which it answers. */
  byAddress: KnownTicket | null;
  byAnswer: KnownTicket | null;
  /** The ticket that the subject names, and whether the sender is a member of its account or wrote in it before. */
  bySubject: (KnownTicket & { itsPeople: boolean }) | null;
  /** Accounts of the sender's user in which it may write, the best first. */
  member: { userId: number; accountIds: readonly number[] } | null;
  unknownSenders: UnknownSenders;
}

export interface KnownTicket {
  id: number;
  /** Null: of somebody without an account. */
  accountId: number | null;
  /** Mails that became messages of it in the last hour. */
  lately: number;
}

export type Destination =
  | { to: 'ticket'; ticketId: number /** Null: it may be anybody. */; userId: number | null }
  | { to: 'new ticket'; accountId: number | null; userId: number | null }
  | { to: 'sender'; why: 'unknown' }
  | { to: 'operator'; why: 'loop' }
  | { to: 'nowhere'; why: Exclude<MailKind, 'person'> | 'twice' | 'unknown' };

/** `forced`: an operator has looked at it, so that it is neither held nor taken for a program's. */
export function destinationOf(known: Known, { forced = false } = {}): Destination {
  const { kind, seen, verified, member } = known;
  if (kind !== 'person' && (!forced || kind === 'own' || kind === 'bounce')) return { to: 'nowhere', why: kind };
  if (seen) return { to: 'nowhere', why: 'twice' };
  const ticket = ticketOf(known);
  const loops = known.ofSender >= LOOP_LIMITS.ofSender || (ticket?.lately ?? 0) >= LOOP_LIMITS.ofTicket;
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

function ticketOf({ byAddress, byAnswer, bySubject, verified }: Known): KnownTicket | null {
  if (byAddress) return byAddress;
  if (byAnswer) return byAnswer;
  return bySubject?.itsPeople && verified ? bySubject : null;
}

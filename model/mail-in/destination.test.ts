import { describe, expect, it } from 'vitest';
import { type Destination, type DestinationFacts, destinationOf, LOOP_LIMITS } from './destination.ts';

const ticket = { id: 7, accountId: 1, recentMessageCount: 0 };
const ada = { userId: 11, accountIds: [1] };
const known = (changes: Partial<DestinationFacts> = {}): DestinationFacts => ({
  ...{ kind: 'person', verified: false, seen: false, ofSender: 0, byAddress: null, byAnswer: null, bySubject: null },
  ...{ member: null, unknownSenders: 'refuse' },
  ...changes,
});
const named = (isParticipant: boolean) => ({ ...ticket, isParticipant });

describe('destinationOf', () => {
  it.each<[string, Partial<DestinationFacts>, Destination]>([
    ['the address of a ticket counts for anybody', { byAddress: ticket }, { to: 'ticket', ticketId: 7, userId: null }],
    [
      'and names the member whose domain vouches',
      { byAddress: ticket, verified: true, member: ada },
      { to: 'ticket', ticketId: 7, userId: 11 },
    ],
    ['but never one that may be forged', { byAddress: ticket, member: ada }, { to: 'ticket', ticketId: 7, userId: null }],
    [
      'nor a member of another account',
      { byAddress: ticket, verified: true, member: { userId: 12, accountIds: [2] } },
      { to: 'ticket', ticketId: 7, userId: null },
    ],
    ['what answers our mail goes to its ticket', { byAnswer: ticket }, { to: 'ticket', ticketId: 7, userId: null }],
    [
      'the address comes first',
      { byAddress: ticket, byAnswer: { ...ticket, id: 8 } },
      { to: 'ticket', ticketId: 7, userId: null },
    ],
    [
      'a subject counts for its people',
      { bySubject: named(true), verified: true, member: ada },
      { to: 'ticket', ticketId: 7, userId: 11 },
    ],
    ['not when they may be forged', { bySubject: named(true), member: ada }, { to: 'sender', why: 'unknown' }],
    [
      'nor for others, who ask something of their own',
      { bySubject: named(false), verified: true, member: { userId: 12, accountIds: [2] } },
      { to: 'new ticket', accountId: 2, userId: 12 },
    ],
    ['a member opens a ticket', { verified: true, member: ada }, { to: 'new ticket', accountId: 1, userId: 11 }],
    [
      'in the first account',
      { verified: true, member: { userId: 11, accountIds: [5, 1] } },
      { to: 'new ticket', accountId: 5, userId: 11 },
    ],
    ['who is in none is unknown', { verified: true, member: { userId: 11, accountIds: [] } }, { to: 'sender', why: 'unknown' }],
    ['a forged member opens nothing', { member: ada }, { to: 'sender', why: 'unknown' }],
    [
      'and no more than a ticket of nobody',
      { member: ada, unknownSenders: 'ticket' },
      { to: 'new ticket', accountId: null, userId: null },
    ],
    ['or is dropped', { member: ada, unknownSenders: 'drop' }, { to: 'nowhere', why: 'unknown' }],
    ['a program is not read', { kind: 'auto-reply', byAddress: ticket }, { to: 'nowhere', why: 'auto-reply' }],
    [
      'a list is read at the address of a ticket',
      { kind: 'no-reply', byAddress: ticket },
      { to: 'ticket', ticketId: 7, userId: null },
    ],
    [
      'and opens a ticket of a member whose domain vouches',
      { kind: 'no-reply', verified: true, member: ada },
      { to: 'new ticket', accountId: 1, userId: 11 },
    ],
    [
      'and one of nobody, if configured',
      { kind: 'no-reply', unknownSenders: 'ticket' },
      { to: 'new ticket', accountId: null, userId: null },
    ],
    ['but it is not refused', { kind: 'no-reply' }, { to: 'nowhere', why: 'unknown' }],
    ['and says if it names a member', { kind: 'no-reply', member: ada }, { to: 'nowhere', why: 'unverified' }],
    [
      'and is not held where it would not be read',
      { kind: 'no-reply', ofSender: LOOP_LIMITS.ofSender },
      { to: 'nowhere', why: 'unknown' },
    ],
    ['but elsewhere', { kind: 'no-reply', byAddress: ticket, ofSender: LOOP_LIMITS.ofSender }, { to: 'operator', why: 'loop' }],
    ['what came before is not read', { seen: true, byAddress: ticket }, { to: 'nowhere', why: 'twice' }],
    ['who writes too much is held', { byAddress: ticket, ofSender: LOOP_LIMITS.ofSender }, { to: 'operator', why: 'loop' }],
    [
      'and so is a ticket',
      { byAddress: { ...ticket, recentMessageCount: LOOP_LIMITS.ofTicket } },
      { to: 'operator', why: 'loop' },
    ],
  ])('%s', (_what, changes, destination) => expect(destinationOf(known(changes))).toEqual(destination));

  it('accepts mail that an operator released, except bounces and own mail', () => {
    const forced = (changes: Partial<DestinationFacts>) =>
      destinationOf(known({ byAddress: ticket, ...changes }), { forced: true });
    expect(forced({ ofSender: 1_000 })).toMatchObject({ to: 'ticket' });
    expect(forced({ kind: 'auto-reply' })).toMatchObject({ to: 'ticket' });
    expect(forced({ kind: 'bounce' })).toEqual({ to: 'nowhere', why: 'bounce' });
    expect(forced({ kind: 'own' })).toEqual({ to: 'nowhere', why: 'own' });
  });
});

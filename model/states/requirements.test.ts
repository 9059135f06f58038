import { describe, expect, it } from 'vitest';
import { orderRefusal, refusalOf, type ServerRequirement, type ServerState, serverRefusal } from './requirements.ts';
import { TICKET_STATUSES, type TicketStatus } from './ticket.ts';

const ACTIVE: ServerState = { status: 'active', power: 'running', rescue: false };

/** The states of an otherwise active, running server that each requirement accepts. */
const ACCEPTED: Record<ServerRequirement, Partial<ServerState>[]> = {
  active: [{}, { power: 'stopped' }, { power: 'absent' }, { rescue: true }],
  delivered: [{}, { status: 'suspended', power: 'stopped' }, { rescue: true }],
  built: [{}, { power: 'stopped' }, { rescue: true }],
  'replaceable disk': [{}, { power: 'crashed' }],
  scalable: [{}, { power: 'absent' }],
  'not in rescue': [{}, { power: 'absent' }],
  'in rescue': [{ rescue: true }],
  running: [{}, { status: 'processing', power: 'booting' }, { power: 'unreachable' }, { power: 'stalled' }, { rescue: true }],
};

/** Those that it refuses. */
const REFUSED: Record<ServerRequirement, Partial<ServerState>[]> = {
  active: [{ status: 'awaiting_payment' }, { status: 'processing' }, { status: 'suspended' }, { status: 'terminated' }],
  delivered: [{ status: 'awaiting_payment' }, { status: 'processing' }, { status: 'terminated' }],
  built: [{ power: 'absent' }, { status: 'suspended' }],
  'replaceable disk': [{ power: 'absent' }, { rescue: true }, { status: 'suspended' }],
  scalable: [{ rescue: true }, { status: 'suspended' }],
  'not in rescue': [{ rescue: true }, { status: 'terminated' }],
  'in rescue': [{}, { rescue: true, status: 'suspended' }],
  running: [{ power: 'stopped' }, { power: 'absent' }, { power: 'crashed' }, { power: 'interrupted' }, { status: 'suspended' }],
};

describe.each(Object.keys(ACCEPTED) as ServerRequirement[])('a server must be: %s', (required) => {
  it.each(ACCEPTED[required])('accepted: %j', (state) => {
    expect(serverRefusal(required, { ...ACTIVE, ...state })).toBeUndefined();
  });

  it.each(REFUSED[required])('refused with a sentence: %j', (state) => {
    expect(serverRefusal(required, { ...ACTIVE, ...state })).toMatch(/^This server .*\.$/);
  });
});

it('an order is changed only while it awaits payment', () => {
  expect(orderRefusal('unpaid', { status: 'awaiting_payment' })).toBeUndefined();
  for (const status of ['processing', 'paid', 'cancelled'] as const)
    expect(orderRefusal('unpaid', { status }), status).toMatch(/\.$/);
});

it('a resolved ticket is not resolved again', () => {
  const refusal = (status: TicketStatus) => refusalOf({ ticket: 'unresolved' }, { ticket: { status } });
  expect(TICKET_STATUSES.filter((status) => refusal(status) !== undefined)).toEqual(['resolved']);
  expect(refusal('resolved')).toMatch(/^This ticket .*\.$/);
});

it('an addon is cancelled once it is there, and until it has ended; what its server must be comes first', () => {
  const refusal = (status: ServerState['status'], server = ACTIVE) =>
    refusalOf({ server: 'delivered', addon: 'delivered' }, { server, addon: { status } });
  for (const status of ['active', 'suspended'] as const) expect(refusal(status), status).toBeUndefined();
  for (const status of ['awaiting_payment', 'processing', 'terminated'] as const)
    expect(refusal(status), status).toMatch(/^This addon .*\.$/);
  expect(refusal('terminated', { ...ACTIVE, status: 'terminated' })).toMatch(/^This server /);
});

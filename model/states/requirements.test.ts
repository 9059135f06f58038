import { describe, expect, it } from 'vitest';
import { explainWrongState, orderRefusal, type ServerRequirement, type ServerState, serverRefusal } from './requirements.ts';
import { TICKET_STATUSES, type TicketStatus } from './ticket.ts';

const ACTIVE: ServerState = { status: 'active', power: 'running', rescue: false };

/** States that each requirement accepts, as changes to an active, running server. */
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

/** States that each requirement refuses. */
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

  it.each(REFUSED[required])('refused with a message: %j', (state) => {
    expect(serverRefusal(required, { ...ACTIVE, ...state })).toMatch(/^This server .*\.$/);
  });
});

it('an active server without a disk has lost it, so the message does not suggest waiting', () => {
  for (const required of ['built', 'replaceable disk'] as const)
    expect(serverRefusal(required, { ...ACTIVE, power: 'absent' })).toMatch(/lost its disk.*Order a new server/);
});

it('an order can change only while it awaits payment', () => {
  expect(orderRefusal('unpaid', { status: 'awaiting_payment' })).toBeUndefined();
  for (const status of ['processing', 'paid', 'cancelled'] as const)
    expect(orderRefusal('unpaid', { status }), status).toMatch(/\.$/);
});

it('a resolved ticket cannot be resolved again', () => {
  const refusal = (status: TicketStatus) => explainWrongState({ ticket: 'unresolved' }, { ticket: { status } });
  expect(TICKET_STATUSES.filter((status) => refusal(status) !== undefined)).toEqual(['resolved']);
  expect(refusal('resolved')).toMatch(/^This ticket .*\.$/);
});

it('an addon can be cancelled once delivered until it has ended; the state of its server is checked first', () => {
  const refusal = (status: ServerState['status'], server = ACTIVE) =>
    explainWrongState({ server: 'delivered', addon: 'delivered' }, { server, addon: { status } });
  for (const status of ['active', 'suspended'] as const) expect(refusal(status), status).toBeUndefined();
  for (const status of ['awaiting_payment', 'processing', 'terminated'] as const)
    expect(refusal(status), status).toMatch(/^This addon .*\.$/);
  expect(refusal('terminated', { ...ACTIVE, status: 'terminated' })).toMatch(/^This server /);
});

import { expect, test } from 'vitest';
import { can, type Me, type ServerFacts } from './can.ts';

const me: Me = { account: { suspended: false, closes_at: null }, role: 'owner', session: { single_sign_on: false } };
const running: ServerFacts = {
  status: 'active',
  power: 'running',
  state: ['running'],
  status_reason: null,
  lock_reason: null,
};
const YES = { yes: true };

test('an operation without a refusal is possible', () => {
  expect(can('restartServer', running, me)).toEqual(YES);
  expect(can('createTicket', undefined, me)).toEqual(YES);
});

test('a suspended account can only read, be exported and contact support', () => {
  const suspended = { ...me, account: { suspended: true, closes_at: null } };
  expect(can('restartServer', running, suspended)).toEqual({
    no: 'account',
    sentence:
      'This account is suspended, so it can only read, export its data and use tickets. Open a ticket to contact support.',
  });
  expect(can('getServer', running, suspended)).toEqual(YES);
  for (const account of [suspended.account, { suspended: true, closes_at: '2027-03-01T00:00:00.000000Z' }]) {
    expect(can('createTicket', undefined, { ...me, account })).toEqual(YES);
    expect(can('replyToTicket', undefined, { ...me, account })).toEqual(YES);
    expect(can('resolveTicket', { status: 'opened' }, { ...me, account })).toEqual(YES);
    expect(can('createAccountExport', undefined, { ...me, account })).toEqual(YES);
    expect(can('deleteAccountClosure', undefined, { ...me, account })).toMatchObject({ no: 'account' });
  }
});

test('an account that is being closed can undo the closure, but not restart servers', () => {
  const closing = { ...me, account: { suspended: false, closes_at: '2027-03-01T00:00:00.000000Z' } };
  expect(can('restartServer', running, closing)).toMatchObject({
    no: 'account',
    sentence: expect.stringContaining('is being closed'),
  });
  expect(can('deleteAccountClosure', undefined, closing)).toEqual(YES);
  expect(can('createTicket', undefined, closing)).toEqual(YES);
});

test('a role without the ability is refused, and the reply names the allowed roles', () => {
  expect(can('deployServer', undefined, { ...me, role: 'technical' })).toEqual({
    no: 'role',
    sentence: 'Your role in this account is technical. This operation needs one of these roles: owner, admin.',
    roles: ['owner', 'admin'],
  });
});

test('a single sign-on session cannot create a passkey, but can restart servers', () => {
  const byProvider = { ...me, session: { single_sign_on: true } };
  expect(can('createPasskey', undefined, byProvider)).toMatchObject({ no: 'provider' });
  expect(can('restartServer', running, byProvider)).toEqual(YES);
});

test('a lock refuses changes until the estimated end of its operation', () => {
  const locked = { ...running, lock_reason: 'scale', estimated_end: '2027-03-01T00:00:00.000000Z' };
  const refused = {
    no: 'lock',
    sentence: 'The service is locked by a running operation. Try again when the operation has ended.',
  };
  expect(can('restartServer', locked, me)).toEqual({ ...refused, until: '2027-03-01T00:00:00.000000Z' });
  expect(can('restartServer', { ...locked, estimated_end: null }, me)).toEqual(refused);
  expect(can('getServer', locked, me)).toEqual(YES);
});

test('power off is possible while the running operation only waits for the guest', () => {
  const waiting = { ...running, lock_reason: 'restart', steps: ['inspect', 'reboot', 'wait'] };
  expect(can('powerOffServer', waiting, me)).toEqual(YES);
  expect(can('restartServer', waiting, me)).toMatchObject({ no: 'lock' });
  const entering = { ...running, lock_reason: 'enable-rescue' };
  expect(can('powerOffServer', { ...entering, steps: ['shutdown'] }, me)).toEqual(YES);
  expect(can('powerOffServer', { ...entering, steps: ['shutdown', 'switch'] }, me)).toMatchObject({ no: 'lock' });
  // A list has no steps. The stronger act stays available there, and the API decides.
  expect(can('powerOffServer', entering, me)).toEqual(YES);
});

test("a state is refused with the API's message, or with the reason given by staff", () => {
  const suspended = { ...running, status: 'suspended', power: 'stopped', state: ['stopped'] } as const;
  expect(can('startServer', suspended, me)).toEqual({
    no: 'state',
    sentence: 'This server is suspended. Renew the server to use it again.',
  });
  const byStaff = { ...suspended, status_reason: 'Our staff has suspended this server: it sent spam' };
  expect(can('startServer', byStaff, me)).toEqual({ no: 'state', sentence: byStaff.status_reason });
  const crashed = { ...suspended, status_reason: 'The guest crashed.' };
  expect(can('startServer', crashed, me)).toMatchObject({
    sentence: 'This server is suspended. Renew the server to use it again.',
  });
});

test('rescue mode counts as a state', () => {
  const inRescue = { ...running, state: ['running', 'rescue'] };
  expect(can('scaleServer', inRescue, me)).toEqual({
    no: 'state',
    sentence: 'This server is in rescue mode. Leave rescue mode first.',
  });
  expect(can('disableServerRescue', inRescue, me)).toEqual(YES);
  expect(can('disableServerRescue', running, me)).toMatchObject({ no: 'state' });
});

test('orders, tickets and addons are refused by their own states', () => {
  expect(can('deleteOrder', { status: 'paid' }, me)).toEqual({ no: 'state', sentence: 'This order is already paid.' });
  expect(can('resolveTicket', { status: 'resolved' }, me)).toMatchObject({ no: 'state' });
  expect(can('cancelServerAddon', { status: 'active', server: running }, me)).toEqual(YES);
  expect(can('cancelServerAddon', { status: 'terminated', server: running }, me)).toMatchObject({ no: 'state' });
  expect(can('cancelServerAddon', { status: 'active', server: { ...running, lock_reason: 'scale' } }, me)).toMatchObject({
    no: 'lock',
  });
});

test('the first refusal wins, in the order account, role, lock, state', () => {
  const all = { ...running, lock_reason: 'scale', status: 'suspended' } as const;
  const suspended = { suspended: true, closes_at: null };
  const no = (facts: ServerFacts, who: Partial<Me>) => can('restartServer', facts, { ...me, ...who });
  expect(no(all, { account: suspended, role: 'read-only' })).toMatchObject({ no: 'account' });
  expect(no(all, { role: 'read-only' })).toMatchObject({ no: 'role' });
  expect(no(all, {})).toMatchObject({ no: 'lock' });
  expect(no({ ...all, lock_reason: null }, {})).toMatchObject({ no: 'state' });
});

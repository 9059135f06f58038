import { describe, expect, it } from 'vitest';
import { type FloatingIpAct, type FloatingIpFacts, refusalOfFloatingIp } from './floating-ip-refusal.ts';

const request = { id: 1, now: 0, reason: null, created_at: '2027-01-02T10:00:00Z' };
const attached: FloatingIpFacts = {
  status: 'active',
  server_id: 1,
  lock_reason: null,
  expiry_at: '2027-03-02T10:00:00Z',
  cancel_request: null,
};
const ACTS = [
  'attachFloatingIps',
  'detachFloatingIps',
  'renewFloatingIps',
  'cancelFloatingIps',
  'undoCancelFloatingIps',
  'updateIpAddress',
] as const satisfies FloatingIpAct[];

const possible = (facts: Partial<FloatingIpFacts>, serverLock: FloatingIpFacts['lock_reason'] = null): FloatingIpAct[] =>
  ACTS.filter((act) => refusalOfFloatingIp(act, { ...attached, ...facts }, serverLock) === undefined);

describe('refusalOfFloatingIp', () => {
  it.each([
    ['attached', {}, ['attachFloatingIps', 'detachFloatingIps', 'renewFloatingIps', 'cancelFloatingIps', 'updateIpAddress']],
    ['free', { server_id: null }, ['attachFloatingIps', 'renewFloatingIps', 'cancelFloatingIps', 'updateIpAddress']],
    [
      'cancelled',
      { cancel_request: request },
      ['attachFloatingIps', 'detachFloatingIps', 'cancelFloatingIps', 'undoCancelFloatingIps', 'updateIpAddress'],
    ],
    ['suspended', { status: 'suspended' }, ['renewFloatingIps', 'cancelFloatingIps', 'updateIpAddress']],
    ['unpaid', { status: 'awaiting_payment', server_id: null, expiry_at: null }, ['updateIpAddress']],
    ['locked', { lock_reason: 'floating-ip-attach' }, []],
  ] as const)('allows the right operations for a floating IP that is %s', (_state, facts, acts) => {
    expect(possible(facts)).toEqual(acts);
  });

  it('refuses moves and name changes while the server is locked, but allows renewal and cancellation', () => {
    expect(possible({}, 'snapshot')).toEqual(['renewFloatingIps', 'cancelFloatingIps']);
  });

  it('names the operation that holds the lock', () => {
    expect(refusalOfFloatingIp('detachFloatingIps', { ...attached, lock_reason: 'floating-ip-attach' }, null)).toMatch(
      /^Attaching a floating IP/,
    );
  });
});

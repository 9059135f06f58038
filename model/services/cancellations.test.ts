import { describe, expect, it } from 'vitest';
import { days } from '../time/clock.ts';
import { cancelledState, withdrawnState } from './cancellations.ts';

const now = new Date('2026-03-10T10:00:00Z');
const expiry_at = new Date('2026-04-01T00:00:00Z');
const graceMs = days(7);
const at = (from: Date, ms = 0) => from.getTime() + ms;
const active = { type: 'server', status: 'active', expiry_at, suspended_at: null } as const;
const off = { ...active, status: 'suspended', suspended_at: now };

describe('cancelledState', () => {
  const of = (service: Parameters<typeof cancelledState>[0], isNow = false) =>
    cancelledState(service, { now: isNow, created_at: now }, { graceMs, now });

  it('names the end of the paid time, and the end of the grace period', () => {
    expect(of(active)).toEqual({ state: 'runs', off: at(expiry_at), ends: at(expiry_at, graceMs) });
    expect(of(off, true)).toEqual({ state: 'off', ends: at(now, graceMs) });
  });
  it('says that a service is off which the next job switches off', () => {
    expect(of({ ...active, expiry_at: new Date(at(now, -1)) })).toEqual({ state: 'off', ends: at(now, graceMs) });
  });
  it('has no grace period for an addon', () => {
    expect(of({ ...active, type: 'server-addon' })).toEqual({ state: 'addon', ends: at(expiry_at) });
    expect(of({ ...off, type: 'server-addon' })).toEqual({ state: 'addon', ends: at(expiry_at) });
  });
});

describe('withdrawnState', () => {
  const of = (fields: Partial<Parameters<typeof withdrawnState>[0]>) =>
    withdrawnState({ ...active, staff_suspended_at: null, is_renewed: true, ...fields }, graceMs);

  it('says whether the service is renewed at the end of its paid time', () => {
    expect(of({})).toEqual({ state: 'renews', until: at(expiry_at) });
    expect(of({ is_renewed: false })).toEqual({ state: 'by-hand', until: at(expiry_at) });
  });
  it('tells apart why a service stays off', () => {
    const unpaid = { ...off, expiry_at: new Date(at(now, -days(1))) };
    expect(of(unpaid)).toEqual({ state: 'unpaid', until: at(now, graceMs) });
    expect(of({ ...unpaid, staff_suspended_at: now })).toEqual({ state: 'paused' });
    expect(of({ ...unpaid, type: 'server-addon' })).toEqual({ state: 'with-server' });
  });
  it('has none for a service that was never paid', () => {
    expect(of({ expiry_at: null })).toBeUndefined();
  });
});

import { ApiError } from '@innkeeper/sdk/index';
import { describe, expect, it } from 'vitest';
import { toRefusal } from './refusals.ts';

const answered = (status: number, code: string, errors: Record<string, string[]> = {}) =>
  new ApiError(status, new Headers({ 'x-request-id': 'r1' }), { code, message: 'No.', errors });

describe('toRefusal', () => {
  it.each([
    ['a lost connection', new TypeError('fetch failed'), 'lost'],
    ['a time limit', new DOMException('too long', 'TimeoutError'), 'lost'],
    ['a first attempt that still runs', answered(409, 'idempotency_running'), 'lost'],
    ['a broken API', answered(500, 'internal'), 'lost'],
    ['a proxy', answered(502, 'unknown'), 'lost'],
    ['too many requests', answered(429, 'rate_limited'), 'later'],
    ['an installation that recovers', answered(503, 'recovering'), 'later'],
    ['a host without disk space', answered(503, 'unavailable'), 'lost'],
    ['a scanner that does not answer', answered(503, 'scanner_unavailable'), 'lost'],
    ['a passkey that the person did not give', new DOMException('no', 'NotAllowedError'), 'refused'],
    ['another state', answered(409, 'wrong_state'), 'refused'],
    ['a missing proof', answered(403, 'reauthentication_required'), 'proof'],
    ['no session', answered(401, 'unauthenticated'), 'signed-out'],
    ['a wrong field', answered(422, 'invalid', { name: ['Too long.'] }), 'fields'],
  ])('classifies %s', (_name, error, kind) => {
    expect(toRefusal(error).kind).toBe(kind);
  });

  it('says what the API says of a host without disk space', () => {
    expect(toRefusal(answered(503, 'unavailable')).sentence).toBe('No.');
  });
});

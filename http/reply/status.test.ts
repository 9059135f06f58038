import { FAILURE_CODES, Failure, type FailureCode } from '@innkeeper/model/failures';
import { expect, it } from 'vitest';
import { toFailure } from './failure.ts';
import { STATUS } from './status.ts';

it('every failure code has a status, and every status belongs to an existing code', () => {
  expect(Object.keys(STATUS).sort()).toEqual(Object.keys(FAILURE_CODES).sort());
});

const error = (fields: object) => Object.assign(new Error('x'), fields);

it.each<[string, unknown, FailureCode]>([
  ['a failure keeps its code', new Failure('locked'), 'locked'],
  ['a body too large', error({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' }), 'payload_too_large'],
  ['a body with a wrong length', error({ code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' }), 'validation'],
  ['a path that cannot be decoded', error({ code: 'FST_ERR_BAD_URL' }), 'unknown_path'],
  ['a database that shuts down', error({ code: '57P01' }), 'unavailable'],
  ['an unreachable database', error({ code: 'ECONNREFUSED' }), 'unavailable'],
  ['an unreachable database with two addresses', new AggregateError([error({ code: 'ECONNREFUSED' })]), 'unavailable'],
  ['a missing socket', error({ code: 'ENOENT', syscall: 'connect' }), 'unavailable'],
  ['an exhausted pool', new Error('timeout exceeded when trying to connect'), 'unavailable'],
  ['a missing file', error({ code: 'ENOENT', syscall: 'open' }), 'internal'],
  ['a broken constraint', error({ code: '23505' }), 'internal'],
  ['a bug', new TypeError('x is not a function'), 'internal'],
  ['a thrown value that is not an error', 'oops', 'internal'],
])('%s', (_what, thrown, code) => {
  expect(toFailure(thrown).code).toBe(code);
});

import { FAILURE_CODES, Failure, type FailureCode } from '@innkeeper/model/failures';
import { expect, it } from 'vitest';
import { toFailure } from './failure.ts';
import { STATUS } from './status.ts';

it('every failure has a status, and no status is of a failure that does not exist', () => {
  expect(Object.keys(STATUS).sort()).toEqual(Object.keys(FAILURE_CODES).sort());
});

const error = (fields: object) => Object.assign(new Error('x'), fields);

it.each<[string, unknown, FailureCode]>([
  ['a failure is itself', new Failure('locked'), 'locked'],
  ['a body too large', error({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' }), 'payload_too_large'],
  ['a body of a length that it has not', error({ code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' }), 'validation'],
  ['a path that cannot be decoded', error({ code: 'FST_ERR_BAD_URL' }), 'unknown_path'],
  ['a database that shuts down', error({ code: '57P01' }), 'unavailable'],
  ['a database that is not there', error({ code: 'ECONNREFUSED' }), 'unavailable'],
  ['a database that is not there, at two addresses', new AggregateError([error({ code: 'ECONNREFUSED' })]), 'unavailable'],
  ['a socket that is not there', error({ code: 'ENOENT', syscall: 'connect' }), 'unavailable'],
  ['a pool that is used up', new Error('timeout exceeded when trying to connect'), 'unavailable'],
  ['a file that is not there', error({ code: 'ENOENT', syscall: 'open' }), 'internal'],
  ['a broken constraint', error({ code: '23505' }), 'internal'],
  ['a bug', new TypeError('x is not a function'), 'internal'],
  ['something thrown that is no error', 'oops', 'internal'],
])('%s', (_what, thrown, code) => {
  expect(toFailure(thrown).code).toBe(code);
});

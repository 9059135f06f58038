/** Errors that only say that the database is unavailable at the moment: the request was valid and may be retried. */

import { sqlState } from '@innkeeper/db/transaction';

/**
 * PostgreSQL's classes and codes: 08 connection, 53 out of connections, memory or disk; shut down, starting, or read-only
 * after a failover; a race that was lost again and again; a lock or statement that took too long.
 */
const CODES = /^(08...|53...|57P0[1-5]|25006|40001|40P01|55P03|57014)$/;
const SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
/** `pg` sets no code on these. */
const MESSAGES = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseUnavailable);
  const code = sqlState(error) ?? '';
  // `ENOENT` only from connecting to a socket file, never from reading any other.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return CODES.test(code) || SYSTEM.has(code) || MESSAGES.test(error.message);
}

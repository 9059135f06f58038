/** Transactions that survive a lost race. PostgreSQL breaks a deadlock by aborting one side, which then retries. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import { isConnectionError } from './connect/connection-errors.ts';
import { type LastStatement, lastStatements, pipelined } from './connect/pipelined.ts';
import type { Database } from './schema.ts';

export { together, withSavepoint } from './connect/pipelined.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const MAX_RETRIES = 3;
const PAUSE_MS = 20;

/**
 * Runs `fn` in a transaction and retries up to 3 times after a deadlock or serialization failure. `fn` can run several times, so it must
 * change only the database.
 */
export async function inTransaction<T>(db: Kysely<Database>, fn: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await pipelined(db, fn);
    } catch (error) {
      if (retry >= MAX_RETRIES || !isLostRace(error)) throw error;
      await sleep(Math.random() * PAUSE_MS * 2 ** retry);
    }
  }
}

/**
 * Runs `fn` like `inTransaction` and rolls everything back. Serves queries that lock rows, because a read-only transaction cannot lock
 * rows.
 */
export async function inRolledBackTransaction<T>(
  db: Kysely<Database>,
  fn: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  let answer: { value: T } | undefined;
  try {
    return await inTransaction(db, async (trx) => {
      answer = { value: await fn(trx) };
      throw ROLL_BACK;
    });
  } catch (error) {
    if (error !== ROLL_BACK || !answer) throw error;
    return answer.value;
  }
}

/**
 * Queues a statement to be sent with the commit. Rows that every transaction updates are therefore locked only during the commit. The
 * statement is compiled at that time. If it fails, nothing is committed, and `failure` maps the error that is thrown. In a transaction that
 * `inTransaction` did not open, the statement runs immediately. Returns whether the statement was queued.
 */
export async function atCommit(
  trx: Kysely<Database>,
  statement: { compile(): CompiledQuery } & Pick<LastStatement, 'mark' | 'removed'>,
  failure: (error: unknown) => unknown = (error) => error,
): Promise<boolean> {
  const last = lastStatements(trx);
  const { mark, removed } = statement;
  if (last) last.push({ compile: () => statement.compile(), failure, mark, removed });
  else await trx.executeQuery(statement.compile()).catch((error) => Promise.reject(failure(error)));
  return last !== undefined;
}

const ROLL_BACK = new Error('rolled back on purpose');

/** Error to throw if another transaction was faster. The transaction is then retried. */
export class RaceLost extends Error {
  override readonly name = 'RaceLost';
  readonly code = SERIALIZATION_FAILURE;
}

function isLostRace(error: unknown): boolean {
  const code = sqlState(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

/**
 * Returns whether this transaction is read-only, as all transactions are during a recovery. A read that also records its use checks this
 * first.
 */
export async function isReadOnly(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select current_setting('transaction_read_only')::boolean as is`.execute(db);
  return rows[0]?.is === true;
}

/** Returns PostgreSQL's five-character code of an error, or `undefined` for other errors. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return error.code;
}

/** Returns whether this constraint (check, unique, foreign key) refused the statement. */
export function brokeConstraint(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}

/**
 * Codes and classes of PostgreSQL. Class 08 is the connection, and class 53 means out of connections, memory or disk. The others are a
 * shutdown, a start, a read-only server after a failover, a lost race, and a lock or statement that took too long.
 */
const UNAVAILABLE_CODES = /^(08...|53...|57P0[1-5]|25006|40001|40P01|55P03|57014)$/;
const SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
/** Messages of errors on which `pg` sets no code. */
const MESSAGES = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Codes that mean that the database is down for everyone, and not that one statement waited too long or lost a race. */
const DATABASE_DOWN_CODES = /^(08...|53...|57P0[1-5]|25006)$/;

/**
 * Returns whether an error means that the database itself is down: a lost connection, a shutdown, a full server. A lost race, and a lock or
 * statement that took too long, concern only one statement. System codes count only if they come from the connection to the database.
 */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlState(error) ?? '';
  return (
    DATABASE_DOWN_CODES.test(code) || MESSAGES.test(error.message) || (isConnectionError(error) && isDatabaseUnavailable(error))
  );
}

/** Returns whether an error only means that the database is temporarily unavailable, so that the valid request can be repeated. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseUnavailable);
  const code = sqlState(error) ?? '';
  // `ENOENT` only from connecting to a socket file, not from reading another file.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return UNAVAILABLE_CODES.test(code) || SYSTEM.has(code) || MESSAGES.test(error.message);
}

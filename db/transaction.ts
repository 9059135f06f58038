/** Transactions that survive losing a race: PostgreSQL breaks a deadlock by refusing one side, and that side tries again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, Kysely, Transaction } from 'kysely';
import { isConnectionError } from './connect/connection-errors.ts';
import { lastStatements, pipelined } from './connect/pipelined.ts';
import type { Database } from './schema.ts';

export { together, withSavepoint } from './connect/pipelined.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const MOST_RETRIES = 3;
const PAUSE_MS = 20;

/**
 * Runs `fn` in a transaction, up to 3 times when PostgreSQL reports a lost race. `fn` may thus run more than once: it changes
 * nothing but the database.
 */
export async function inTransaction<T>(db: Kysely<Database>, fn: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await pipelined(db, fn);
    } catch (error) {
      if (retry >= MOST_RETRIES || !lostARace(error)) throw error;
      await sleep(Math.random() * PAUSE_MS * 2 ** retry);
    }
  }
}

/**
 * The same, but everything that `fn` writes is rolled back: for questions that lock rows, which a read-only transaction cannot.
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
 * Makes a statement the last of the transaction, sent with the commit: for rows that everybody wants, which are so held no longer than a
 * commit takes, and for what nothing waits for. It is compiled then. When it fails nothing is committed; `failure`: what is then thrown. In a
 * transaction that was not opened here it runs at once. Returns whether it waits.
 */
export async function atCommit(
  trx: Kysely<Database>,
  statement: { compile(): CompiledQuery },
  failure: (error: unknown) => unknown = (error) => error,
): Promise<boolean> {
  const last = lastStatements(trx);
  if (last) last.push({ compile: () => statement.compile(), failure });
  else await trx.executeQuery(statement.compile()).catch((error) => Promise.reject(failure(error)));
  return last !== undefined;
}

const ROLL_BACK = new Error('rolled back on purpose');

/** Thrown by what finds that another was faster, in a transaction that is to be tried again by what the other has left. */
export class RaceLost extends Error {
  override readonly name = 'RaceLost';
  readonly code = SERIALIZATION_FAILURE;
}

function lostARace(error: unknown): boolean {
  const code = sqlState(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

/** PostgreSQL's five-character code of an error, or undefined when it is none of PostgreSQL's. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return error.code;
}

/** Whether a named constraint (check, unique, foreign key) refused the statement. */
export function brokeConstraint(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}

/**
 * PostgreSQL's classes and codes: 08 connection, 53 out of connections, memory or disk; shut down, starting, or read-only
 * after a failover; a race that was lost again and again; a lock or statement that took too long.
 */
const CODES = /^(08...|53...|57P0[1-5]|25006|40001|40P01|55P03|57014)$/;
const SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
/** `pg` sets no code on these. */
const MESSAGES = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** The codes of `CODES` that say that the database is away for everybody, and not that one statement waited too long or lost a race. */
const AWAY = /^(08...|53...|57P0[1-5]|25006)$/;

/**
 * Returns whether an error says that the database itself is away: a lost connection, a shutdown, a full server. A lock or statement that took too long, and a
 * lost race, are the statement's own. Codes of the system count only if they come from the connection to the database.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlState(error) ?? '';
  return AWAY.test(code) || MESSAGES.test(error.message) || (isConnectionError(error) && isDatabaseUnavailable(error));
}

/** Whether an error only says that the database is unavailable at the moment: what was asked was valid, and may be asked again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseUnavailable);
  const code = sqlState(error) ?? '';
  // `ENOENT` only from connecting to a socket file, never from reading any other.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return CODES.test(code) || SYSTEM.has(code) || MESSAGES.test(error.message);
}

/**
 * Runs transactions whose statements share round trips. Statements that start concurrently are sent without waiting, and PostgreSQL answers
 * them in the order of their start. Kysely's own transactions wait for each reply before they send the next statement.
 */
import {
  CompiledQuery,
  type ConnectionProvider,
  DummyDriver,
  type Kysely,
  type PostgresDialect,
  type QueryResult,
  sql,
  Transaction,
} from 'kysely';
import type { Database } from '../schema.ts';

/** A statement that is sent together with the commit. */
export interface LastStatement {
  compile(): CompiledQuery;
  /** Returns the error to throw instead of PostgreSQL's error. */
  failure(error: unknown): unknown;
  /** Returns a function that removes what is added to the statement from now on. Called at each savepoint. */
  mark?: (() => () => void) | undefined;
  /** Called if the statement is removed, because the savepoint before it was rolled back. */
  removed?: (() => void) | undefined;
}

const lastOf = new WeakMap<Kysely<Database>, LastStatement[]>();

let savepoints = 0;

/**
 * Runs `act` after a savepoint. If `act` throws, rolls back only its work, removes what it added to the statements for the commit, and
 * rethrows the error.
 */
export async function withSavepoint<T>(trx: Kysely<Database>, act: () => Promise<T>): Promise<T> {
  const last = lastOf.get(trx);
  const before = last?.length ?? 0;
  const undos = last?.map((statement) => statement.mark?.()) ?? [];
  savepoints = (savepoints + 1) % 1_000_000;
  const name = sql.id(`attempt_${savepoints}`);
  await sql`savepoint ${name}`.execute(trx);
  try {
    const result = await act();
    await sql`release savepoint ${name}`.execute(trx);
    return result;
  } catch (error) {
    for (const statement of last?.splice(before) ?? []) statement.removed?.();
    for (const undo of undos) undo?.();
    await sql`rollback to savepoint ${name}`.execute(trx);
    throw error;
  }
}

/**
 * Returns the list of statements that are sent with the commit of a transaction. Callers add statements to the list. Returns `undefined`
 * for Kysely's own transactions and outside any transaction.
 */
export const lastStatements = (trx: Kysely<Database>): LastStatement[] | undefined => lastOf.get(trx);

/**
 * Runs `act` in a transaction. Commits when `act` resolves, and rolls back when `act` throws. Everything that `act` started must have
 * settled by then.
 */
export function pipelined<T>(db: Kysely<Database>, act: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  const executor = db.getExecutor();
  return executor.provideConnection(async (connection) => {
    let ended = false;
    const only: ConnectionProvider = {
      async provideConnection(use) {
        if (ended) throw new Error('the transaction has ended');
        return use(connection);
      },
    };
    const run = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement));
    const trx = transactionOn(executor.withConnectionProvider(only));
    const last: LastStatement[] = [];
    lastOf.set(trx, last);
    // Not awaited, so that the first statement is sent right after `begin`. `begin` fails only if the connection is broken.
    const begun = run('begin');
    begun.catch(() => {});
    try {
      const result = await act(trx);
      await begun;
      ended = true;
      // If one of these statements fails, PostgreSQL rolls back instead of committing, and `together` throws the error of that statement.
      const sent = last.map((one) => connection.executeQuery(one.compile()).catch((error) => Promise.reject(one.failure(error))));
      await together(...sent, run('commit').then(throwIfRolledBack));
      return result;
    } catch (error) {
      ended = true;
      await run('rollback');
      throw error;
    }
  });
}

/**
 * Waits for independent statements, or sequences of statements, that the caller has started. Their round trips are shared. Throws only
 * after all have settled, so that none continues after its transaction. Throws the first error that does not merely follow from another.
 */
export async function together<Tasks extends readonly unknown[]>(
  ...tasks: Tasks
): Promise<{ -readonly [I in keyof Tasks]: Awaited<Tasks[I]> }> {
  const settled = await Promise.allSettled(tasks);
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [{ reason: one.reason as unknown }] : []));
  const cause = failures.find(({ reason }) => !followsAnother(reason)) ?? failures[0];
  if (cause) throw cause.reason;
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as never;
}

/** The error of a commit that PostgreSQL answered with a rollback: a statement had failed, and its caller had ignored the error. */
export class TransactionAborted extends Error {
  override readonly name = 'TransactionAborted';
}

/** Throws `TransactionAborted` if PostgreSQL answered COMMIT with ROLLBACK, as it does after a failed statement. */
function throwIfRolledBack({ rows: [end] }: QueryResult<unknown>): void {
  if ((end as { command?: unknown } | undefined)?.command === 'ROLLBACK')
    throw new TransactionAborted('PostgreSQL rolled the transaction back: a statement of it had failed');
}

/**
 * Returns whether an error only follows from an earlier one. After a failed statement, PostgreSQL refuses further statements and the
 * commit.
 */
const followsAnother = (error: unknown): boolean =>
  error instanceof TransactionAborted || (error instanceof Error && 'code' in error && error.code === '25P02');

/**
 * Creates a transaction object that runs statements through this executor. Dialect and driver are placeholders: they are needed only to
 * open and close a database.
 */
function transactionOn(executor: ReturnType<Kysely<Database>['getExecutor']>): Transaction<Database> {
  const dialect = {} as PostgresDialect;
  return new Transaction({ config: { dialect }, dialect, driver: new DummyDriver(), executor });
}

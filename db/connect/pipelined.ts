/**
 * Transactions whose statements share round trips. What is asked for at once is sent at once, and answered in that order; Kysely's own
 * transactions wait for each answer before they send the next statement.
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

/** A statement that is sent with the commit. */
export interface LastStatement {
  compile(): CompiledQuery;
  /** The error that is thrown in place of PostgreSQL's. */
  failure(error: unknown): unknown;
}

const lastOf = new WeakMap<Kysely<Database>, LastStatement[]>();

let savepoints = 0;

/**
 * Runs `act` behind a savepoint: if it throws, only what it did is rolled back, and the error is thrown. Statements that it left for the commit
 * are dropped then.
 */
export async function withSavepoint<T>(trx: Kysely<Database>, act: () => Promise<T>): Promise<T> {
  const last = lastOf.get(trx);
  const before = last?.length ?? 0;
  savepoints = (savepoints + 1) % 1_000_000;
  const name = sql.id(`attempt_${savepoints}`);
  await sql`savepoint ${name}`.execute(trx);
  try {
    const result = await act();
    await sql`release savepoint ${name}`.execute(trx);
    return result;
  } catch (error) {
    last?.splice(before);
    await sql`rollback to savepoint ${name}`.execute(trx);
    throw error;
  }
}

/** Those of a transaction, to be added to; undefined for one of Kysely's own, and outside of any. */
export const lastStatements = (trx: Kysely<Database>): LastStatement[] | undefined => lastOf.get(trx);

/** Commits when `act` resolves, and rolls back when it throws. Nothing that `act` has begun may run on after that. */
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
    // Not waited for: the first statement is sent right behind it. Both fail when the connection is broken, and for nothing else.
    const begun = run('begin');
    begun.catch(() => {});
    try {
      const result = await act(trx);
      await begun;
      ended = true;
      // PostgreSQL takes the commit for a rollback when one of the statements before it has failed, and that one's failure is thrown.
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
 * Statements, or sequences of them, that need nothing of one another's replies: run at once they share their round trips, and are done in this
 * order. All have ended, well or not, before the first's failure is thrown, so that none is left to run after its transaction.
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

/** A transaction of which PostgreSQL has committed nothing, because a statement of it failed and its caller swallowed the error. */
export class TransactionAborted extends Error {
  override readonly name = 'TransactionAborted';
}

/** Throws `TransactionAborted` if PostgreSQL answered COMMIT with ROLLBACK, which is how it ends a transaction after a failed statement. */
function throwIfRolledBack({ rows: [end] }: QueryResult<unknown>): void {
  if ((end as { command?: unknown } | undefined)?.command === 'ROLLBACK')
    throw new TransactionAborted('PostgreSQL rolled the transaction back: a statement of it had failed');
}

/** Returns whether the error only follows from another: PostgreSQL refuses every statement after a failed one, and then the commit. */
const followsAnother = (error: unknown): boolean =>
  error instanceof TransactionAborted || (error instanceof Error && 'code' in error && error.code === '25P02');

/** Only its executor is ever asked for anything; the rest is for those who open and close databases by it. */
function transactionOn(executor: ReturnType<Kysely<Database>['getExecutor']>): Transaction<Database> {
  const dialect = {} as PostgresDialect;
  return new Transaction({ config: { dialect }, dialect, driver: new DummyDriver(), executor });
}

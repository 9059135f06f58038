/** Opens a connection pool to PostgreSQL with our types, time limits and named statements, and Kysely on top of the pool. */
import { type Clock, minutes, systemClock } from '@innkeeper/model/time/clock';
import { CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { batchingSocket } from './connect/batching-socket.ts';
import { openFence } from './connect/recovery-fence.ts';
import { namingPool } from './connect/statement-names.ts';
import { localTypes } from './connect/types.ts';
import type { Recovery } from './recovery.ts';
import type { Database } from './schema.ts';
import { sendWakeUps } from './wake-ups.ts';

export interface OpenDatabaseOptions {
  /** Connection URL: `postgres://...`, or `postgres:///name?host=/directory/of/the/socket`. */
  url: string;
  /** Maximum number of connections, 10 by default. */
  max?: number;
  /** Time limits, by default `DEFAULT_LIMITS`. */
  limits?: TimeLimits;
  /** Application name in `pg_stat_activity`, `innkeeper` by default. */
  applicationName?: string;
  /** Called with the error of an idle connection that broke. The pool replaces the connection. */
  onIdleError?: (error: Error) => void;
  /** Clock that triggers use, by default that of the database. Tests set it to let time pass. */
  clock?: Clock;
  /** Recovery state, which connections update when they read it. Connections are read-only during a recovery. */
  recovery?: Recovery;
}

/** Time limits in milliseconds. */
export interface TimeLimits {
  /** Longest time that a statement may run. A longer statement is a bug. */
  statementMs: number;
  lockWaitMs: number;
  /** Longest time that a transaction may be idle. PostgreSQL then ends it, so that a stalled process does not keep its row locks. */
  idleInTransactionMs: number;
}

export interface OpenDatabase {
  db: Kysely<Database>;
  /** Pool for uses that need their own connection: LISTEN and session locks. */
  pool: pg.Pool;
  close(): Promise<void>;
}

const DEFAULT_LIMITS: TimeLimits = { statementMs: 30_000, lockWaitMs: 15_000, idleInTransactionMs: 30_000 };
/**
 * Plans each named statement only once. With its default setting, PostgreSQL plans our statements again on each execution, because it
 * overestimates lists of ids whose length it does not know. Loading one server took 2.4 ms with that setting and takes 1.0 ms with generic
 * plans.
 */
const GENERIC_PLANS = '-c plan_cache_mode=force_generic_plan';
/** Wake-ups arrive as notices (wake-ups.ts). */
const NOTICES = '-c client_min_messages=notice';
/**
 * Time limit in milliseconds for getting a connection, including the wait for a free one. On an idle host with 2 cores, 200 simultaneous
 * deploys take 5 s. On a busy host they take several times as long.
 */
const CONNECT_MS = 25_000;

/**
 * Time in milliseconds after which an idle connection is closed. The process behind a new connection has no cached table metadata or plans.
 * Its first reads took 30 to 90 ms instead of 4 ms. Without this option, `pg` closes a connection after 10 s without work. Such pauses are
 * common on a small host. The pool reuses the most recently used connections first, so the extra connections of a burst still close.
 */
const KEEP_IDLE_MS = minutes(10);
/**
 * Idle time in milliseconds before TCP keep-alive packets are sent. A firewall forgets a connection after some idle minutes, and then drops
 * its packets.
 */
const KEEP_ALIVE_DELAY_MS = minutes(1);

/** Opens the database lazily: the first query connects. `close` waits for connections in use. */
export function openDatabase(options: OpenDatabaseOptions): OpenDatabase {
  const { limits = DEFAULT_LIMITS, recovery } = options;
  const fence = recovery && openFence(recovery);
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'innkeeper',
    types: localTypes,
    // Statements that a transaction starts concurrently are sent without waiting for replies (connect/pipelined.ts).
    pipeline: true,
    options: `${GENERIC_PLANS} ${NOTICES}`,
    stream: batchingSocket,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: KEEP_IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockWaitMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    // The pool awaits the promise that `onConnect` returns, although its type returns void.
    ...(fence && { onConnect: fence.onConnect as (client: pg.ClientBase) => void }),
  });
  pool.on('error', options.onIdleError ?? (() => {}));
  // A connection that breaks while in use emits `error` on its client, which without a listener would end the process. The next query
  // reports it.
  pool.on('connect', (client) => client.on('error', () => {}));
  const wakeUps = sendWakeUps(pool, { url: options.url, applicationName: `${options.applicationName ?? 'innkeeper'} wake-ups` });
  const { clock } = options;
  const atThatTime = clock && { onReserveConnection: (connection: DatabaseConnection) => setClockOffset(connection, clock) };
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: namingPool(pool, fence), ...atThatTime }) });
  let closing: Promise<void> | undefined;
  return {
    db,
    pool,
    close() {
      closing ??= pool.end().then(() => wakeUps.close());
      return closing;
    },
  };
}

/**
 * Sets the clock of a connection to that of a test, as an offset from the database's clock. The clock therefore continues to run during a
 * transaction, and its events keep their order (`given_now()`, migrations/start/events.ts).
 */
async function setClockOffset(connection: DatabaseConnection, clock: Clock): Promise<void> {
  const clockOffset = `${clock.now().getTime() - systemClock.now().getTime()} milliseconds`;
  await connection.executeQuery(CompiledQuery.raw("select set_config('innkeeper.clock_ahead', $1, false)", [clockOffset]));
}

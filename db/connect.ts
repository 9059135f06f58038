/** The connection to PostgreSQL: a pool with our types, time limits and prepared statements, and Kysely on top of it. */
import { type Clock, minutes, systemClock } from '@innkeeper/model/clock';
import { CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { namingPool } from './connect/statement-names.ts';
import { localTypes } from './connect/types.ts';
import type { Database } from './schema.ts';
import { sendWakeUps } from './wake-ups.ts';

export interface OpenDatabaseOptions {
  /** `postgres://...`, or `postgres:///name?host=/directory/of/the/socket`. */
  url: string;
  /** Connections at most; default 10. */
  max?: number;
  /** Time limits; default: those of `DEFAULT_LIMITS`. */
  limits?: TimeLimits;
  /** What `pg_stat_activity` shows; default `innkeeper`. */
  applicationName?: string;
  /** Told when an idle connection breaks (the pool replaces it). Without a listener that would end the process. */
  onIdleError?: (error: Error) => void;
  /** What time it is for triggers; absent: the database's own clock. For tests that let time pass. */
  clock?: Clock;
}

/** In milliseconds. */
export interface TimeLimits {
  /** A statement that takes longer than this is a fault. */
  statementMs: number;
  lockWaitMs: number;
  /** A transaction left open by a stalled process gives its row locks back after this. */
  idleInTransactionMs: number;
}

export interface OpenDatabase {
  db: Kysely<Database>;
  /** For what needs a connection of its own: LISTEN, session locks. */
  pool: pg.Pool;
  close(): Promise<void>;
}

const DEFAULT_LIMITS: TimeLimits = { statementMs: 30_000, lockWaitMs: 15_000, idleInTransactionMs: 30_000 };
/**
 * A named statement is planned once. Left to itself PostgreSQL plans ours again each time, since it thinks too much of lists of
 * ids of unknown length: to load one server took 2.4 ms then, 1.0 ms now.
 */
const GENERIC_PLANS = '-c plan_cache_mode=force_generic_plan';
/** Wake-ups come as notices (wake-ups.ts). */
const NOTICES = '-c client_min_messages=notice';
/** Waiting in line counts too: 200 deploys of one moment take 5 s on an idle host with 2 cores, and several times that on a busy one. */
const CONNECT_MS = 25_000;

/**
 * A new connection is a process of PostgreSQL that knows no table and has planned no statement: the first reads on it took 30 to 90 ms in place of 4.
 * `pg` closes one after 10 s without work, which a small host has all the time. Those that were used last are used first, so what a burst opened goes.
 */
const KEEP_IDLE_MS = minutes(10);
/** Firewalls between two machines forget a connection on which nothing was sent for some minutes, and then drop what is. */
const ASK_PEER_AFTER_MS = minutes(1);

/** Opens lazily: the first query connects. `close` waits for connections that are in use. */
export function openDatabase(options: OpenDatabaseOptions): OpenDatabase {
  const { limits = DEFAULT_LIMITS } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'innkeeper',
    types: localTypes,
    // What a transaction asks for at once is sent at once (connect/pipelined.ts).
    pipeline: true,
    options: `${GENERIC_PLANS} ${NOTICES}`,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: KEEP_IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: ASK_PEER_AFTER_MS,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockWaitMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
  });
  pool.on('error', options.onIdleError ?? (() => {}));
  // A connection that breaks while somebody holds it emits on the client: the holder's next query reports it.
  pool.on('connect', (client) => client.on('error', () => {}));
  const wakeUps = sendWakeUps(pool, { url: options.url, applicationName: `${options.applicationName ?? 'innkeeper'} wake-ups` });
  const { clock } = options;
  const atThatTime = clock && { onReserveConnection: (connection: DatabaseConnection) => tellTime(connection, clock) };
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: namingPool(pool), ...atThatTime }) });
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

/** As a distance from the present, so that what a transaction tells of keeps its order (`given_now()`, migrations/start/events.ts). */
async function tellTime(connection: DatabaseConnection, clock: Clock): Promise<void> {
  const ahead = `${clock.now().getTime() - systemClock.now().getTime()} milliseconds`;
  await connection.executeQuery(CompiledQuery.raw("select set_config('innkeeper.clock_ahead', $1, false)", [ahead]));
}

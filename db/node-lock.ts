/**
 * Ensures that a node has one worker at a time. A dedicated session holds an advisory lock on the node's id. A second worker would consider
 * every guest of the first lost. When the process dies, PostgreSQL releases the lock immediately.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '@innkeeper/model/time/clock';
import pg from 'pg';

/** First key of the advisory lock. The second key is the node's id. */
const NODE_LOCKS = 0x1e56;
/** Time in milliseconds to wait for the lock. The session of a killed worker holds the lock while its last statement still runs. */
const LOCK_WAIT_MS = 5_000;
const RETRY_MS = 500;
/**
 * Client and server notice a lost network within 30 seconds, and PostgreSQL then frees the lock. On a unix socket these settings have no
 * effect.
 */
const KEEP_ALIVE_DELAY_S = 10;
const KEEPALIVE = `set tcp_keepalives_idle = ${KEEP_ALIVE_DELAY_S}; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;

export interface NodeLockOptions {
  /** URL of the database, for a dedicated session. */
  url: string;
  nodeId: number;
  /** Called once if another worker has taken the node while the session was broken. */
  onLost: () => void;
  /** Set only by tests. */
  lockWaitMs?: number;
}

export interface NodeLock {
  release(): Promise<void>;
}

/**
 * Locks a node and waits a few seconds for a worker that is about to end. Returns `null` if another worker serves the node. Reopens a
 * session that breaks. Throws if the database cannot be reached at first.
 */
export async function lockNode(options: NodeLockOptions): Promise<NodeLock | null> {
  const released = new AbortController();
  let session = await openLockSession(options);
  if (!session) return null;
  const watchSession = (client: pg.Client) => client.once('end', () => void reacquire());
  async function reacquire(): Promise<void> {
    while (!released.signal.aborted) {
      try {
        const next = await openLockSession(options);
        if (!next) return options.onLost();
        if (released.signal.aborted) return void next.end();
        session = next;
        watchSession(next);
        return;
      } catch {
        // PostgreSQL is unreachable.
        await sleep(RETRY_MS, undefined, { signal: released.signal }).catch(() => {});
      }
    }
  }
  watchSession(session);
  return {
    async release() {
      released.abort();
      await session?.end();
    },
  };
}

/** Opens a session that holds the lock. Returns `null` if another session holds it. Throws if the database cannot be reached. */
async function openLockSession({
  url,
  nodeId,
  lockWaitMs: patienceMs = LOCK_WAIT_MS,
}: NodeLockOptions): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'innkeeper node',
    keepAlive: true,
    keepAliveInitialDelayMillis: seconds(KEEP_ALIVE_DELAY_S),
  });
  // An error also ends the session, and the `end` event is handled.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(KEEPALIVE);
    for (const deadline = Date.now() + patienceMs; ; await sleep(RETRY_MS)) {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
        NODE_LOCKS,
        nodeId,
      ]);
      if (rows[0]?.taken) return client;
      if (Date.now() > deadline) break;
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  await client.end();
  return null;
}

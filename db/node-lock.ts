/**
 * That a node has one worker at a time: a session of its own holds an advisory lock on the node's id. A second worker would take
 * every guest of the first for lost. When the process dies, PostgreSQL frees the lock at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '@innkeeper/model/clock';
import pg from 'pg';

/** First key of the lock; the second is the node's id. */
const NODE_LOCKS = 0x1e56;
/** The statement of a worker that was killed may still run. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 500;
/** A lost network is noticed within half a minute, by both sides: PostgreSQL frees the lock then. On a unix socket these settings do nothing. */
const ASK_PEER_AFTER_S = 10;
const KEEPALIVE = `set tcp_keepalives_idle = ${ASK_PEER_AFTER_S}; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;

export interface NodeToHold {
  /** Of the database, for a session of its own. */
  url: string;
  nodeId: number;
  /** Called once when another worker has taken the node while the session was broken. */
  onLost: () => void;
  /** For tests. */
  patienceMs?: number;
}

export interface HeldNode {
  release(): Promise<void>;
}

/**
 * Waits a few seconds for a worker that is about to end; null when another serves the node. A session that breaks is opened again.
 * Throws when the database can't be reached at first.
 */
export async function holdNode(wanted: NodeToHold): Promise<HeldNode | null> {
  const over = new AbortController();
  let session = await take(wanted);
  if (!session) return null;
  const follow = (held: pg.Client) => held.once('end', () => void again());
  async function again(): Promise<void> {
    while (!over.signal.aborted) {
      try {
        const next = await take(wanted);
        if (!next) return wanted.onLost();
        if (over.signal.aborted) return void next.end();
        session = next;
        follow(next);
        return;
      } catch {
        // PostgreSQL is away.
        await sleep(RETRY_MS, undefined, { signal: over.signal }).catch(() => {});
      }
    }
  }
  follow(session);
  return {
    async release() {
      over.abort();
      await session?.end();
    },
  };
}

/** A session that holds the lock; null when another has it. Throws when the database can't be reached. */
async function take({ url, nodeId, patienceMs = PATIENCE_MS }: NodeToHold): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'innkeeper node',
    keepAlive: true,
    keepAliveInitialDelayMillis: seconds(ASK_PEER_AFTER_S),
  });
  // It ends as well, which is followed.
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

/**
 * Shows that a worker is alive: a dedicated session holds an advisory lock on the worker's id. If the process dies, PostgreSQL frees the
 * lock immediately. If it hangs or loses its network, its leases expire. The session also listens for new work.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { WORKER_LOCKS } from './claim.ts';
import type { Timings } from './timings.ts';

export interface LivenessOptions {
  databaseUrl: string;
  timings: Timings;
  /** Returns the workflows whose leases are to be renewed. */
  running: () => readonly number[];
  onWorkAvailable: () => void;
  /** Called when the session is lost, and with it all claims under this id. Called at most once, and never after `close`. */
  onLost: (error: Error) => void;
}

export interface Liveness {
  readonly workerId: number;
  close(): Promise<void>;
}

const GOODBYE_MS = 1_000;

/** A lease can be renewed three times before it expires. */
const BEATS_PER_LEASE = 3;

/**
 * Lets the server detect a lost network too, so that it frees the lock of the worker. The first probe is after 10 s, then every 5 s. The
 * session is closed after 3 failures. These settings have no effect on a Unix socket.
 */
const KEEPALIVE = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

const RENEW = `update workflows set lease_until = now() + make_interval(secs => $3)
  where worker_id = $1 and state = 'running' and id = any($2::int[])`;

/** Connects, takes a new worker id and listens. Throws if the database cannot be reached. */
export async function openLiveness(options: LivenessOptions): Promise<Liveness> {
  const { databaseUrl, timings, running, onWorkAvailable, onLost } = options;
  const beatMs = timings.leaseMs / BEATS_PER_LEASE;
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'innkeeper worker',
    keepAlive: true,
    connectionTimeoutMillis: beatMs,
    query_timeout: beatMs,
  });
  let over = false;
  let beat: NodeJS.Timeout | undefined;
  const lost = (error: Error) => {
    if (over) return;
    over = true;
    clearInterval(beat);
    // The session may still be alive and must release the lock.
    void client.end().catch(() => {});
    onLost(error);
  };
  let opened = false;
  client.on('error', (error) => opened && lost(error));
  client.on('end', () => opened && lost(new Error('the session was closed')));
  client.on('notification', onWorkAvailable);
  let workerId: number;
  try {
    await client.connect();
    await client.query(KEEPALIVE);
    workerId = await takeId(client);
    await client.query('listen workflows');
  } catch (error) {
    over = true;
    await client.end().catch(() => {});
    throw error;
  }
  opened = true;
  let beating = false;
  const renew = async () => {
    if (beating) return;
    beating = true;
    try {
      await client.query(RENEW, [workerId, running(), timings.leaseMs / 1000]);
    } catch (error) {
      lost(error instanceof Error ? error : new Error(String(error)));
    }
    beating = false;
  };
  beat = setInterval(() => void renew(), beatMs);
  return {
    workerId,
    async close() {
      over = true;
      clearInterval(beat);
      // A lost network does not answer the termination message.
      await Promise.race([client.end().catch(() => {}), sleep(GOODBYE_MS, undefined, { ref: false })]);
    },
  };
}

/** Takes a random id. It only has to differ from the ids of living workers, which the lock guarantees. */
async function takeId(client: pg.Client): Promise<number> {
  for (;;) {
    const id = randomInt(1, 2 ** 31 - 1);
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [WORKER_LOCKS, id]);
    if (rows[0]?.taken) return id;
  }
}

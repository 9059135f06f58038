/**
 * How a worker shows that it is alive: a session of its own that holds an advisory lock on the worker's id. When the process
 * dies, PostgreSQL frees the lock at once; when it hangs or its network is lost, its leases run out. The same session listens for
 * new work.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { WORKER_LOCKS } from './claim.ts';
import type { Timings } from './timings.ts';

export interface LivenessOptions {
  databaseUrl: string;
  timings: Timings;
  /** The workflows whose leases are to be renewed. */
  running: () => readonly number[];
  onWork: () => void;
  /** The session is gone, and with it everything that was claimed under this id. Called once, never after `close`. */
  onLost: (error: Error) => void;
}

export interface Liveness {
  readonly workerId: number;
  close(): Promise<void>;
}

const GOODBYE_MS = 1_000;

/** Three chances to renew a lease before it runs out. */
const BEATS_PER_LEASE = 3;

/**
 * A lost network is noticed by the server as well, so that the lock of a worker behind it is freed: first probe after 10 s,
 * then every 5 s, given up after 3. On a unix socket these settings do nothing.
 */
const KEEPALIVE = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

const RENEW = `update workflows set lease_until = now() + make_interval(secs => $3)
  where worker_id = $1 and state = 'running' and id = any($2::int[])`;

/** Connects, takes a new worker id and listens. Throws when the database can't be reached. */
export async function openLiveness(options: LivenessOptions): Promise<Liveness> {
  const { databaseUrl, timings, running, onWork, onLost } = options;
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
    // A session that may still be alive must not go on holding the lock.
    void client.end().catch(() => {});
    onLost(error);
  };
  let opened = false;
  client.on('error', (error) => opened && lost(error));
  client.on('end', () => opened && lost(new Error('the session was closed')));
  client.on('notification', onWork);
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
      // A network that is lost answers no goodbye.
      await Promise.race([client.end().catch(() => {}), sleep(GOODBYE_MS, undefined, { ref: false })]);
    },
  };
}

/** A random id, since it only has to differ from those of the living; the lock says whether it does. */
async function takeId(client: pg.Client): Promise<number> {
  for (;;) {
    const id = randomInt(1, 2 ** 31 - 1);
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [WORKER_LOCKS, id]);
    if (rows[0]?.taken) return id;
  }
}

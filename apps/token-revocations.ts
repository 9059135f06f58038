/** Tells the API's token cache which tokens were revoked: the database announces them on the channel `tokens`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '@innkeeper/db/connect';
import type { RevocationFeed } from '@innkeeper/http/guards/token-cache';

const RETRY_MS = 1_000;

type Pool = OpenDatabase['pool'];
type Hear = Parameters<RevocationFeed['start']>[0];

/** Listens on a connection of its own, and finds a new one whenever that breaks. */
export function tokenRevocations(pool: Pool): RevocationFeed {
  return {
    async start(hear) {
      const stop = new AbortController();
      const listening = keepListening(pool, hear, stop.signal);
      return async () => {
        stop.abort();
        await listening;
      };
    },
  };
}

async function keepListening(pool: Pool, hear: Hear, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await listenUntilBroken(pool, hear, stop).catch(() => {});
    hear.disconnected();
    await sleep(RETRY_MS, undefined, { signal: stop }).catch(() => {});
  }
}

async function listenUntilBroken(pool: Pool, hear: Hear, stop: AbortSignal): Promise<void> {
  const client = await pool.connect();
  try {
    const over = new Promise<void>((resolve) => {
      client.once('error', () => resolve());
      client.once('end', () => resolve());
      stop.addEventListener('abort', () => resolve(), { once: true });
      if (stop.aborted) resolve();
    });
    client.on('notification', ({ payload }) => hear.revoked(Number(payload)));
    await client.query('listen tokens');
    hear.connected();
    await over;
  } finally {
    // Not given back: it listens, and the pool's next user must not.
    client.release(true);
  }
}

/** Listens to a channel of the database on a dedicated connection, and reconnects when the connection breaks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '@innkeeper/db/connect';

const RETRY_MS = 1_000;

type Pool = OpenDatabase['pool'];

export interface Listener {
  /** Called after each connect. Later notifications are received. Earlier ones may be lost. */
  connected(): void;
  notified(payload: string): void;
  disconnected?(): void;
}

/** Listens on `channel` until the returned function is called. */
export function listenTo(pool: Pool, channel: 'tokens' | 'events', listener: Listener): () => Promise<void> {
  const stop = new AbortController();
  const listening = listenWithRetry(pool, channel, listener, stop.signal);
  return async () => {
    stop.abort();
    await listening;
  };
}

async function listenWithRetry(pool: Pool, channel: string, listener: Listener, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await listenUntilBroken(pool, channel, listener, stop).catch(() => {});
    listener.disconnected?.();
    await sleep(RETRY_MS, undefined, { signal: stop }).catch(() => {});
  }
}

async function listenUntilBroken(pool: Pool, channel: string, listener: Listener, stop: AbortSignal): Promise<void> {
  const client = await pool.connect();
  try {
    const connectionEnded = new Promise<void>((resolve) => {
      client.once('error', () => resolve());
      client.once('end', () => resolve());
      stop.addEventListener('abort', () => resolve(), { once: true });
      if (stop.aborted) resolve();
    });
    client.on('notification', ({ payload = '' }) => listener.notified(payload));
    await client.query(`listen ${channel}`);
    listener.connected();
    await connectionEnded;
  } finally {
    // Destroy the connection instead of returning it to the pool, since it still listens.
    client.release(true);
  }
}

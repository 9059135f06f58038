/** Hears what the database announces, on a connection of its own, and finds a new one whenever that breaks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '@innkeeper/db/connect';

const RETRY_MS = 1_000;

type Pool = OpenDatabase['pool'];

export interface Listener {
  /** From now on all is heard; what was announced before was not. */
  connected(): void;
  told(payload: string): void;
  disconnected?(): void;
}

/** Listens on `channel` until told to stop. */
export function listenTo(pool: Pool, channel: 'tokens' | 'events', listener: Listener): () => Promise<void> {
  const stop = new AbortController();
  const listening = keepListening(pool, channel, listener, stop.signal);
  return async () => {
    stop.abort();
    await listening;
  };
}

async function keepListening(pool: Pool, channel: string, listener: Listener, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await listenUntilBroken(pool, channel, listener, stop).catch(() => {});
    listener.disconnected?.();
    await sleep(RETRY_MS, undefined, { signal: stop }).catch(() => {});
  }
}

async function listenUntilBroken(pool: Pool, channel: string, listener: Listener, stop: AbortSignal): Promise<void> {
  const client = await pool.connect();
  try {
    const over = new Promise<void>((resolve) => {
      client.once('error', () => resolve());
      client.once('end', () => resolve());
      stop.addEventListener('abort', () => resolve(), { once: true });
      if (stop.aborted) resolve();
    });
    client.on('notification', ({ payload = '' }) => listener.told(payload));
    await client.query(`listen ${channel}`);
    listener.connected();
    await over;
  } finally {
    // Not given back: it listens, and the pool's next user must not.
    client.release(true);
  }
}

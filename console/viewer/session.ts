/**
 * Keeps a console open. The session renews the secret of the page periodically, connects to the screen, and reconnects when the connection
 * breaks.
 *
 * States: `connecting` until the screen appears, then `connected`. `off`: the server has no screen. `lost`: the connection is broken, or
 * the API is unavailable. `ended`: the API has refused the secret, and only a new URL starts another session.
 */

export type SessionState = 'connecting' | 'connected' | 'off' | 'lost' | 'ended';

/** One connection to the screen. */
export interface Connection {
  /** Resolves when the screen appears. */
  opened: Promise<void>;
  /** Resolves when the connection has ended, for any reason. */
  closed: Promise<void>;
  close(): void;
}

export interface SessionParts {
  /**
   * Posts to `v1/console/{secret}/renew`. Returns `refused` if the secret is invalid, and `busy` for other errors. Throws if no
   * reply arrives.
   */
  renew(secret: string): Promise<Renewed | 'refused' | 'busy'>;
  connect(secret: string): Connection;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  tell(state: SessionState, server: Renewed['server'] | undefined): unknown;
  /** Stores the secret with which a reloaded page continues. */
  keep(secret: string): unknown;
}

export interface Renewed {
  secret: string;
  next: string;
  server: { id: number; hostname: string };
  running: boolean;
}

/** Interval in milliseconds between renewals. A renewed secret is valid for 10 minutes. */
const RENEW_MS = 240_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_BACKOFF_MS = 15_000;

/**
 * Runs until the secret becomes invalid or `signal` aborts. After the abort it reports and stores nothing, because another session may
 * have started.
 */
export async function runSession(first: string, given: SessionParts, signal: AbortSignal): Promise<void> {
  const parts: SessionParts = {
    ...given,
    tell: (state, server) => signal.aborted || given.tell(state, server),
    keep: (next) => signal.aborted || given.keep(next),
  };
  let secret = first;
  let server: Renewed['server'] | undefined;
  let pause = FIRST_PAUSE_MS;
  const wait = async (state: SessionState): Promise<void> => {
    parts.tell(state, server);
    await parts.sleep(pause, signal);
    pause = Math.min(pause * 2, MAX_BACKOFF_MS);
  };

  while (!signal.aborted) {
    const renewed = await parts.renew(secret).catch(() => 'busy' as const);
    if (signal.aborted) return;
    if (renewed === 'refused') {
      parts.tell('ended', server);
      return;
    }
    if (renewed === 'busy') {
      await wait('lost');
      continue;
    }
    secret = renewed.next;
    server = renewed.server;
    parts.keep(secret);
    if (!renewed.running) {
      await wait('off');
      continue;
    }
    parts.tell('connecting', server);
    const connection = parts.connect(renewed.secret);
    const stop = (): void => connection.close();
    signal.addEventListener('abort', stop, { once: true });
    const opened = await Promise.race([connection.opened.then(() => true), connection.closed.then(() => false)]);
    if (opened) {
      pause = FIRST_PAUSE_MS;
      parts.tell('connected', server);
      secret = await stayConnected(connection, secret, parts, signal);
    }
    signal.removeEventListener('abort', stop);
    if (!signal.aborted) await wait('lost');
  }
}

/** Renews the secret while the connection lasts. Returns the latest secret. */
async function stayConnected(connection: Connection, first: string, parts: SessionParts, signal: AbortSignal): Promise<string> {
  let secret = first;
  for (;;) {
    const isClosed = await Promise.race([connection.closed.then(() => true), parts.sleep(RENEW_MS, signal).then(() => false)]);
    if (isClosed || signal.aborted) return secret;
    const renewed = await parts.renew(secret).catch(() => 'busy' as const);
    if (typeof renewed === 'string') continue;
    secret = renewed.next;
    parts.keep(secret);
  }
}

/**
 * Keeps a console open: it trades the page's secret for an address, connects, trades again from time to time, and comes back when
 * the connection breaks. `connecting` until the screen is there; `connected`; `off` while the server has no screen; `lost` while
 * nobody answers; `ended` when the secret holds no longer, which only a new address mends.
 */

export type SessionState = 'connecting' | 'connected' | 'off' | 'lost' | 'ended';

/** One connection to the screen. */
export interface Connection {
  /** True once it has shown the screen. */
  opened: Promise<void>;
  /** Resolves when it is over, for whatever reason. */
  closed: Promise<void>;
  close(): void;
}

export interface SessionParts {
  /** Posts to `v1/console/{secret}/renew`. Throws when nobody answers. */
  renew(secret: string): Promise<Renewed | 'refused' | 'busy'>;
  connect(secret: string): Connection;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  tell(state: SessionState, server: Renewed['server'] | undefined): unknown;
  /** The secret that a reload of the page goes on with. */
  keep(secret: string): unknown;
}

export interface Renewed {
  secret: string;
  next: string;
  server: { id: number; hostname: string };
  running: boolean;
}

/** The next secret holds for 10 minutes. */
const RENEW_MS = 240_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

/** Runs until the secret holds no longer, or `signal` says so: from then on it tells and keeps nothing, as another may have begun. */
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
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
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

/** Trades the secret while the connection lasts; answers the latest one. */
async function stayConnected(connection: Connection, first: string, parts: SessionParts, signal: AbortSignal): Promise<string> {
  let secret = first;
  for (;;) {
    const over = await Promise.race([connection.closed.then(() => true), parts.sleep(RENEW_MS, signal).then(() => false)]);
    if (over || signal.aborted) return secret;
    const renewed = await parts.renew(secret).catch(() => 'busy' as const);
    if (typeof renewed === 'string') continue;
    secret = renewed.next;
    parts.keep(secret);
  }
}

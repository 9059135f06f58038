/** Opens the event streams of this process, limits their number, and wakes them when there are new events. */
import { type CredentialKey, credentialKeyOf } from '@innkeeper/domain/access/credentials';
import type { Customer } from '@innkeeper/domain/actor';
import { Failure } from '@innkeeper/model/failures';
import type { RequestLimits } from '@innkeeper/model/requests/request-limits';
import type { EventStreams } from '@innkeeper/operations/define';
import type { HttpLog } from '../log/logger.ts';
import type { TokenSessions } from '../session/token-sessions.ts';
import { EventStream, STREAM_TIMINGS, type StreamTimings } from './event-stream.ts';

/** Receives notifications of new events. */
export interface ChangeListener {
  /** Called after each connect and reconnect. Notifications before it may have been missed. */
  connected(): void;
  changed(accountId: number): void;
}

/**
 * Source of notifications of new events. `subscribe` returns a function that unsubscribes. Streams also poll once a second for missed
 * notifications.
 */
export interface ChangeFeed {
  subscribe(listener: ChangeListener): Promise<() => Promise<void>>;
}

export interface Streams extends EventStreams {
  listener(): ChangeListener;
  stop(): void;
}

export interface StreamsOptions {
  sessions: TokenSessions;
  log: HttpLog;
  /** Returns the latest event id of each account. */
  latest: (accountIds: number[]) => Promise<ReadonlyMap<number, bigint>>;
  timings?: Partial<StreamTimings> | undefined;
  /** Maximum number of streams for the tokens of an account in this process. Read for each new stream, so that a reload can change it. */
  limits: Pick<RequestLimits, 'streamsPerAccount'>;
}

/** Maximum number of streams for the sessions of an account in one process. Streams of tokens have their own limit. */
const MAX_SESSION_STREAMS_PER_ACCOUNT = 60;
/**
 * Maximum number of streams per session. A browser needs one stream for all its tabs. The other two allow for broken connections that were
 * not detected yet.
 */
const MAX_STREAMS_PER_SESSION = 3;

export function openStreams({ sessions, log, latest, timings, limits }: StreamsOptions): Streams {
  const own: StreamTimings = { ...STREAM_TIMINGS, ...timings };
  const byAccount = new Map<number, Map<EventStream, CredentialKey>>();
  const onError = (err: unknown) => log.warn({ err }, 'could not read the events of an account');
  const all = () => [...byAccount.values()].flatMap((streams) => [...streams.keys()]);
  const timer = setInterval(() => {
    for (const stream of all()) stream.checkTimeout();
  }, own.writeTimeoutMs / 3);
  timer.unref();
  // Polling is needed because notifications can be lost: a process may die between its commit and the notification, or the listening
  // connection may break.
  let isPolling = false;
  const pollLatest = async (): Promise<void> => {
    if (isPolling || byAccount.size === 0) return;
    isPolling = true;
    const found = await latest([...byAccount.keys()]).catch(() => new Map<number, bigint>());
    isPolling = false;
    for (const [account, last] of found) {
      for (const stream of byAccount.get(account)?.keys() ?? []) if (stream.at < last) stream.notify();
    }
  };
  const pollTimer = setInterval(() => void pollLatest(), own.pollMs);
  pollTimer.unref();

  return {
    open(caller, feed) {
      const { accountId } = caller;
      const streams = byAccount.get(accountId) ?? new Map<EventStream, CredentialKey>();
      const key = credentialKeyOf(caller);
      requireRoom(caller.kind, key, [...streams.values()], limits.streamsPerAccount);
      const stream = new EventStream(feed, own, onError);
      byAccount.set(accountId, streams.set(stream, key));
      const unregister = sessions.add(key, accountId, () => stream.end());
      stream.readable.once('close', () => {
        unregister();
        streams.delete(stream);
        if (streams.size === 0) byAccount.delete(accountId);
      });
      return stream.readable;
    },
    listener: () => ({
      connected: () => {
        for (const stream of all()) stream.notify();
      },
      changed: (accountId) => {
        for (const stream of byAccount.get(accountId)?.keys() ?? []) stream.notify();
      },
    }),
    stop() {
      clearInterval(timer);
      clearInterval(pollTimer);
      for (const stream of all()) stream.end();
    },
  };
}

/**
 * Throws `rate_limited` if the account, or the session of the caller, has the maximum number of streams. `open` has the credential of each
 * open stream of the account. `ofTokens` is the limit for the tokens of an account.
 */
function requireRoom(kind: Customer['kind'], key: CredentialKey, open: readonly CredentialKey[], ofTokens: number): void {
  const ofKind = open.filter((other) => other.startsWith(`${kind}:`));
  const limit = kind === 'token' ? ofTokens : MAX_SESSION_STREAMS_PER_ACCOUNT;
  const owner = kind === 'token' ? 'The tokens of an account' : 'The sessions of an account';
  if (ofKind.length >= limit) throw tooMany(owner, limit);
  if (kind === 'session' && ofKind.filter((other) => other === key).length >= MAX_STREAMS_PER_SESSION)
    throw tooMany('A session', MAX_STREAMS_PER_SESSION);
}

const tooMany = (owner: string, limit: number): Failure =>
  new Failure('rate_limited', { message: `${owner} can have at most ${limit} open event streams. Close one first.` });

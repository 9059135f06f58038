/** All event streams that this process serves. */
import type { Readable } from 'node:stream';
import { type CredentialKey, keyOf } from '@innkeeper/domain/access/credentials';
import type { Customer } from '@innkeeper/domain/actor';
import { Failure } from '@innkeeper/model/failures';
import type { RequestLimits } from '@innkeeper/model/request-limits';
import type { EventFeed } from '@innkeeper/operations/events/stream';
import type { TokenSessions } from '../connections/token-sessions.ts';
import type { HttpLog } from '../log/logger.ts';
import { EventStream, STREAM_TIMINGS, type StreamTimings } from './event-stream.ts';

/** Called when an account has new events. */
export interface ChangeListener {
  /** Notifications before this may have been missed. */
  connected(): void;
  changed(accountId: number): void;
}

/** Notifies of new events; `subscribe` returns how to unsubscribe. Those that were missed are made up for by looking each second. */
export interface ChangeFeed {
  subscribe(listener: ChangeListener): Promise<() => Promise<void>>;
}

export interface Streams {
  /** Opens a stream of the caller's events. Throws `rate_limited` if the session, or the account, has as many as it may. */
  open(caller: Customer, feed: EventFeed): Readable;
  listener(): ChangeListener;
  stop(): void;
}

export interface StreamsOptions {
  sessions: TokenSessions;
  log: HttpLog;
  /** The numbers of the latest events of accounts. */
  latest: (accountIds: number[]) => Promise<ReadonlyMap<number, bigint>>;
  timings?: Partial<StreamTimings> | undefined;
  /** Streams that the tokens of an account may have open in this process. Read for each stream. */
  limits: Pick<RequestLimits, 'streamsPerAccount'>;
}

/** Streams of the sessions of one account in one process. They do not count towards the limit of its tokens. */
const MAX_OF_SESSIONS = 60;
/** A browser needs one for all of its tabs. The others are for connections that it has not noticed to be lost. */
const MAX_OF_SESSION = 3;

export function openStreams({ sessions, log, latest, timings, limits }: StreamsOptions): Streams {
  const own: StreamTimings = { ...STREAM_TIMINGS, ...timings };
  const byAccount = new Map<number, Map<EventStream, CredentialKey>>();
  const onError = (err: unknown) => log.warn({ err }, 'could not read the events of an account');
  const all = () => [...byAccount.values()].flatMap((streams) => [...streams.keys()]);
  const timer = setInterval(() => {
    for (const stream of all()) stream.checkTimeout();
  }, own.writeTimeoutMs / 3);
  timer.unref();
  // A process may die between its commit and its notification; so may the connection that listens.
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking || byAccount.size === 0) return;
    looking = true;
    const found = await latest([...byAccount.keys()]).catch(() => new Map<number, bigint>());
    looking = false;
    for (const [account, last] of found) {
      for (const stream of byAccount.get(account)?.keys() ?? []) if (stream.at < last) stream.notify();
    }
  };
  const looks = setInterval(() => void look(), own.pollMs);
  looks.unref();

  return {
    open(caller, feed) {
      const { accountId } = caller;
      const streams = byAccount.get(accountId) ?? new Map<EventStream, CredentialKey>();
      const key = keyOf(caller);
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
      clearInterval(looks);
      for (const stream of all()) stream.end();
    },
  };
}

/** Throws `rate_limited` if a caller has as many streams as it may. `open`: callers of the account's open streams. `ofTokens`: limit of an account's tokens. */
function requireRoom(kind: Customer['kind'], key: CredentialKey, open: readonly CredentialKey[], ofTokens: number): void {
  const ofKind = open.filter((other) => other.startsWith(`${kind}:`));
  const limit = kind === 'token' ? ofTokens : MAX_OF_SESSIONS;
  const whose = kind === 'token' ? 'The tokens of an account' : 'The sessions of an account';
  if (ofKind.length >= limit) throw tooMany(whose, limit);
  if (kind === 'session' && ofKind.filter((other) => other === key).length >= MAX_OF_SESSION)
    throw tooMany('A session', MAX_OF_SESSION);
}

const tooMany = (whose: string, limit: number): Failure =>
  new Failure('rate_limited', { message: `${whose} can have at most ${limit} open event streams. Close one first.` });

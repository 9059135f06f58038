/** All event streams that this process serves. */
import type { Readable } from 'node:stream';
import { keyOf } from '@innkeeper/domain/access/credentials';
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
  /** A stream of the caller's events. Throws `rate_limited` when the account has as many as it may. */
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
  /** Streams that an account may have open in this process. Read for each stream. */
  limits: Pick<RequestLimits, 'streamsPerAccount'>;
}

export function openStreams({ sessions, log, latest, timings, limits }: StreamsOptions): Streams {
  const own: StreamTimings = { ...STREAM_TIMINGS, ...timings };
  const byAccount = new Map<number, Set<EventStream>>();
  const onError = (err: unknown) => log.warn({ err }, 'could not read the events of an account');
  const all = () => [...byAccount.values()].flatMap((streams) => [...streams]);
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
      for (const stream of byAccount.get(account) ?? []) if (stream.at < last) stream.notify();
    }
  };
  const looks = setInterval(() => void look(), own.pollMs);
  looks.unref();

  return {
    open(caller, feed) {
      const { accountId } = caller;
      const streams = byAccount.get(accountId) ?? new Set();
      const most = limits.streamsPerAccount;
      if (streams.size >= most) {
        throw new Failure('rate_limited', { message: `An account can have at most ${most} open event streams. Close one first.` });
      }
      const stream = new EventStream(feed, own, onError);
      byAccount.set(accountId, streams.add(stream));
      const unregister = sessions.add(keyOf(caller), () => stream.end());
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
        for (const stream of byAccount.get(accountId) ?? []) stream.notify();
      },
    }),
    stop() {
      clearInterval(timer);
      clearInterval(looks);
      for (const stream of all()) stream.end();
    },
  };
}

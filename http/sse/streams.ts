/** All event streams that this process serves. */
import type { Readable } from 'node:stream';
import type { TokenActor } from '@innkeeper/domain/actor';
import { Failure } from '@innkeeper/model/failures';
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

/** Notifies of new events; `subscribe` returns how to unsubscribe. Missed notifications are made up for by polling. */
export interface ChangeFeed {
  subscribe(listener: ChangeListener): Promise<() => Promise<void>>;
}

export interface Streams {
  /** A stream of the caller's events. Throws `rate_limited` when the account has as many as it may. */
  open(caller: TokenActor, feed: EventFeed): Readable;
  listener(): ChangeListener;
  stop(): void;
}

export interface StreamsOptions {
  sessions: TokenSessions;
  log: HttpLog;
  timings?: Partial<StreamTimings> | undefined;
}

/** Streams of one account in one process: enough for its pages and scripts. */
const MAX_PER_ACCOUNT = 10;

export function openStreams({ sessions, log, timings }: StreamsOptions): Streams {
  const own: StreamTimings = { ...STREAM_TIMINGS, ...timings };
  const byAccount = new Map<number, Set<EventStream>>();
  const onError = (err: unknown) => log.warn({ err }, 'could not read the events of an account');
  const all = () => [...byAccount.values()].flatMap((streams) => [...streams]);
  const timer = setInterval(() => {
    for (const stream of all()) stream.checkTimeout();
  }, own.writeTimeoutMs / 3);
  timer.unref();

  return {
    open({ accountId, id }, feed) {
      const streams = byAccount.get(accountId) ?? new Set();
      if (streams.size >= MAX_PER_ACCOUNT) {
        throw new Failure('rate_limited', { message: `An account may have at most ${MAX_PER_ACCOUNT} streams open at a time.` });
      }
      const stream = new EventStream(feed, own, onError);
      byAccount.set(accountId, streams.add(stream));
      const unregister = sessions.add(id, () => stream.end());
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
      for (const stream of all()) stream.end();
    },
  };
}

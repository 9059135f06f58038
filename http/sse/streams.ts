/** All streams of events that this process serves. */
import type { Readable } from 'node:stream';
import type { TokenActor } from '@innkeeper/domain/actor';
import { Failure } from '@innkeeper/model/failures';
import type { EventFeed } from '@innkeeper/operations/events/stream';
import type { Sessions } from '../connections/token-sessions.ts';
import type { HttpLog } from '../log/logger.ts';
import { EventStream, STREAM_PACE, type StreamPace } from './event-stream.ts';

/** What tells that an account has news; `start` answers how to stop. News that is missed is found by looking. */
export interface NewsFeed {
  start(hear: { connected(): void; told(accountId: number): void }): Promise<() => Promise<void>>;
}

export interface Streams {
  /** A stream of the caller's events. Throws `rate_limited` when the account has as many as it may. */
  open(caller: TokenActor, feed: EventFeed): Readable;
  hear(): Parameters<NewsFeed['start']>[0];
  stop(): void;
}

export interface StreamsOptions {
  sessions: Sessions;
  log: HttpLog;
  pace?: Partial<StreamPace> | undefined;
}

/** Of one account in one process: enough for its pages and scripts, too few to be a burden. */
const MOST_PER_ACCOUNT = 10;

export function openStreams({ sessions, log, pace }: StreamsOptions): Streams {
  const own: StreamPace = { ...STREAM_PACE, ...pace };
  const byAccount = new Map<number, Set<EventStream>>();
  const onError = (err: unknown) => log.warn({ err }, 'could not read the events of an account');
  const all = () => [...byAccount.values()].flatMap((streams) => [...streams]);
  const timer = setInterval(() => {
    for (const stream of all()) stream.look();
  }, own.patienceMs / 3);
  timer.unref();

  return {
    open({ accountId, id }, feed) {
      const streams = byAccount.get(accountId) ?? new Set();
      if (streams.size >= MOST_PER_ACCOUNT) {
        throw new Failure('rate_limited', { message: `An account may have ${MOST_PER_ACCOUNT} streams open at a time.` });
      }
      const stream = new EventStream(feed, own, onError);
      byAccount.set(accountId, streams.add(stream));
      const leave = sessions.add(id, () => stream.end());
      stream.readable.once('close', () => {
        leave();
        streams.delete(stream);
        if (streams.size === 0) byAccount.delete(accountId);
      });
      return stream.readable;
    },
    hear: () => ({
      // What was told before is found by one look.
      connected: () => {
        for (const stream of all()) stream.told();
      },
      told: (accountId) => {
        for (const stream of byAccount.get(accountId) ?? []) stream.told();
      },
    }),
    stop() {
      clearInterval(timer);
      for (const stream of all()) stream.end();
    },
  };
}

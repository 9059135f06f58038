/**
 * How many requests of an account run at a time. The rest wait in the account's own queue, so that an account that sends many at
 * once delays only itself: it has a fixed share of the database's connections and of each iteration of the event loop.
 */
import { Failure } from '@innkeeper/model/failures';
import type { InFlightLimits } from '@innkeeper/model/request-limits';
import type { Guard, RequestContext } from '../request/context.ts';
import { limitKeyOf } from './limit-key.ts';

export interface InFlight {
  /** Takes a slot for a request, or has it wait for one. Passes when no caller is known. */
  guard: Guard;
  /** To be called once for each request that may have passed, when its reply is ready; sending it takes as long as the client likes. */
  release(context: RequestContext): void;
  /** Refuses all that wait; what runs is finished. */
  stop(): void;
}

interface Waiting {
  context: RequestContext;
  go(): void;
  refuse(failure: Failure): void;
}

interface Account {
  /** Includes those that were taken from the queue and start in the next iteration of the event loop. */
  running: number;
  queue: Waiting[];
}

const RETRY_SECONDS = 1;

/** `limits` are read for each request, so that a reload can change them. */
export function openInFlight(limits: InFlightLimits): InFlight {
  const accounts = new Map<number | string, Account>();
  let stopped = false;

  const wait = (context: RequestContext, { queue }: Account): Promise<undefined> => {
    if (stopped || isGone(context)) throw new Failure('unavailable');
    if (queue.length >= limits.waiting) {
      const message = 'Too many requests of this account are waiting at the same time. Try again in a moment.';
      throw new Failure('rate_limited', { message, retryAfter: RETRY_SECONDS });
    }
    const { raw } = context.reply;
    return new Promise((resolve, reject) => {
      const gone = (): void => {
        queue.splice(queue.indexOf(entry), 1);
        // Nobody is left to read it.
        reject(new Failure('unavailable'));
      };
      const entry: Waiting = {
        context,
        go() {
          raw.removeListener('close', gone);
          context.holdsSlot = true;
          // In the next iteration of the event loop: a queue of requests that are all refused would else block it for long.
          setImmediate(resolve, undefined);
        },
        refuse(failure) {
          raw.removeListener('close', gone);
          reject(failure);
        },
      };
      queue.push(entry);
      raw.once('close', gone);
    });
  };

  return {
    guard(context) {
      const { caller } = context;
      if (!caller) return undefined;
      const key = limitKeyOf(caller);
      const account = accounts.get(key) ?? { running: 0, queue: [] };
      if (account.running >= limits.running) return wait(context, account);
      accounts.set(key, account);
      account.running += 1;
      context.holdsSlot = true;
      return undefined;
    },
    release(context) {
      const { caller } = context;
      if (!caller || !context.holdsSlot) return;
      const key = limitKeyOf(caller);
      const account = accounts.get(key);
      if (!account) return;
      context.holdsSlot = false;
      // A reload may have lowered the limit below what runs.
      const next = account.running > limits.running ? undefined : nextOf(account.queue);
      if (next) next.go();
      else account.running -= 1;
      if (account.running === 0) accounts.delete(key);
    },
    stop() {
      stopped = true;
      for (const { queue } of accounts.values()) for (const { refuse } of queue.splice(0)) refuse(new Failure('unavailable'));
    },
  };
}

/** A response behind others of its connection gets no `close` when the connection ends, so such entries are skipped here. */
function nextOf(line: Waiting[]): Waiting | undefined {
  for (;;) {
    const next = line.shift();
    if (!next || !isGone(next.context)) return next;
    next.refuse(new Failure('unavailable'));
  }
}

const isGone = ({ request }: RequestContext): boolean => request.raw.socket.destroyed;

/**
 * Limits the concurrent requests of an account.
 *
 * Further requests wait in the account's own queue, so an account that sends many at once delays only itself. It has a fixed share of the
 * database connections and of each iteration of the event loop.
 */
import { Failure } from '@innkeeper/model/failures';
import type { InFlightLimits } from '@innkeeper/model/requests/request-limits';
import type { Guard, RequestContext } from '../request/context.ts';
import { limitKeyOf } from './limit-key.ts';

export interface InFlight {
  /** Takes a slot for a request, or waits for one. Admits requests without a caller. */
  guard: Guard;
  /**
   * Releases the slot. Call it once for each request that may have passed, when its reply is ready. Sending takes as long as the client
   * needs.
   */
  release(context: RequestContext): void;
  /** Refuses all waiting requests. Running requests finish. */
  stop(): void;
  /** Counts the requests of all accounts. */
  count(): { running: number; waiting: number };
}

interface QueuedRequest {
  context: RequestContext;
  start(): void;
  refuse(failure: Failure): void;
}

interface Account {
  /** Includes requests that were taken from the queue and start in the next iteration of the event loop. */
  running: number;
  queue: QueuedRequest[];
}

const RETRY_SECONDS = 1;

/**
 * Opens the limiter. `limits` are read for each request, so that a reload can change them. `onRefused` is called for each request that
 * finds the queue full.
 */
export function openInFlight(limits: InFlightLimits, onRefused: () => void = () => {}): InFlight {
  const accounts = new Map<number | string, Account>();
  let stopped = false;

  const wait = (context: RequestContext, { queue }: Account): Promise<undefined> => {
    if (stopped || isDisconnected(context)) throw new Failure('unavailable');
    if (queue.length >= limits.waiting) {
      onRefused();
      const message = 'Too many requests of this account are waiting at the same time. Try again in a moment.';
      throw new Failure('rate_limited', { message, retryAfter: RETRY_SECONDS });
    }
    const { raw } = context.reply;
    return new Promise((resolve, reject) => {
      const onDisconnect = (): void => {
        queue.splice(queue.indexOf(entry), 1);
        // The client has disconnected.
        reject(new Failure('unavailable'));
      };
      const entry: QueuedRequest = {
        context,
        start() {
          raw.removeListener('close', onDisconnect);
          context.holdsSlot = true;
          // Continue in the next iteration of the event loop. A queue of requests that are all refused would otherwise block the loop for
          // long.
          setImmediate(resolve, undefined);
        },
        refuse(failure) {
          raw.removeListener('close', onDisconnect);
          reject(failure);
        },
      };
      queue.push(entry);
      raw.once('close', onDisconnect);
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
      // A reload may have lowered the limit below the number of running requests.
      const next = account.running > limits.running ? undefined : takeNextConnected(account.queue);
      if (next) next.start();
      else account.running -= 1;
      if (account.running === 0) accounts.delete(key);
    },
    stop() {
      stopped = true;
      for (const { queue } of accounts.values()) for (const { refuse } of queue.splice(0)) refuse(new Failure('unavailable'));
    },
    count() {
      const all = { running: 0, waiting: 0 };
      for (const { running, queue } of accounts.values()) {
        all.running += running;
        all.waiting += queue.length;
      }
      return all;
    },
  };
}

/**
 * Returns the next waiting request whose client is still connected. A response behind others of its connection gets no `close` event when
 * the connection ends, so such requests are skipped here.
 */
function takeNextConnected(queue: QueuedRequest[]): QueuedRequest | undefined {
  for (;;) {
    const next = queue.shift();
    if (!next || !isDisconnected(next.context)) return next;
    next.refuse(new Failure('unavailable'));
  }
}

const isDisconnected = ({ request }: RequestContext): boolean => request.raw.socket.destroyed;

/**
 * How many requests of an account are worked at a time. The rest wait in a line of the account's own, so that whoever sends many at
 * once waits for himself: of the database's connections and of each turn of the event loop he has his few.
 */
import { Failure } from '@innkeeper/model/failures';
import type { Exchange, Guard } from '../request/context.ts';

export interface InFlightLimits {
  atWork: number;
  /** Behind them. More than that are refused. */
  waiting: number;
}

/** Five accounts that do their worst have all of the database's 20 connections; a page of a panel asks six things at once. */
export const IN_FLIGHT_LIMITS: InFlightLimits = { atWork: 4, waiting: 100 };

export interface InFlight {
  /** Lets a request to work, or has it wait. Passes when no caller is known. */
  guard: Guard;
  /** To be called once for each request that may have passed, when its answer was made: how long it is on its way is the client's affair. */
  leave(exchange: Exchange): void;
  /** Ends all waiting; what is at work is done. */
  stop(): void;
}

interface Waiting {
  exchange: Exchange;
  go(): void;
  refuse(failure: Failure): void;
}

interface Account {
  /** Those that were called from the line and begin with the next turn are among them. */
  atWork: number;
  line: Waiting[];
}

const RETRY_SECONDS = 1;

export function openInFlight({ atWork: most, waiting }: InFlightLimits): InFlight {
  const accounts = new Map<number, Account>();
  let stopped = false;

  const wait = (exchange: Exchange, { line }: Account): Promise<undefined> => {
    if (stopped || isGone(exchange)) throw new Failure('unavailable');
    if (line.length >= waiting) {
      const message = 'Too many requests of this account are waiting at the same time.';
      throw new Failure('rate_limited', { message, retryAfter: RETRY_SECONDS });
    }
    const { raw } = exchange.reply;
    return new Promise((resolve, reject) => {
      const gone = (): void => {
        line.splice(line.indexOf(place), 1);
        // Nobody is there to read it.
        reject(new Failure('unavailable'));
      };
      const place: Waiting = {
        exchange,
        go() {
          raw.removeListener('close', gone);
          exchange.atWork = true;
          // Not in this turn of the event loop: a line of requests that are refused at once would be one long stretch of it.
          setImmediate(resolve, undefined);
        },
        refuse(failure) {
          raw.removeListener('close', gone);
          reject(failure);
        },
      };
      line.push(place);
      raw.once('close', gone);
    });
  };

  return {
    guard(exchange) {
      const { caller } = exchange;
      if (!caller) return undefined;
      const account = accounts.get(caller.accountId) ?? { atWork: 0, line: [] };
      if (account.atWork >= most) return wait(exchange, account);
      accounts.set(caller.accountId, account);
      account.atWork += 1;
      exchange.atWork = true;
      return undefined;
    },
    leave(exchange) {
      const { caller } = exchange;
      const account = caller && accounts.get(caller.accountId);
      if (!account || !exchange.atWork) return;
      exchange.atWork = false;
      const next = nextOf(account.line);
      if (next) next.go();
      else account.atWork -= 1;
      if (account.atWork === 0) accounts.delete(caller.accountId);
    },
    stop() {
      stopped = true;
      for (const { line } of accounts.values()) for (const { refuse } of line.splice(0)) refuse(new Failure('unavailable'));
    },
  };
}

/** A response behind others of its connection is not told that the connection is gone: such are passed over. */
function nextOf(line: Waiting[]): Waiting | undefined {
  for (;;) {
    const next = line.shift();
    if (!next || !isGone(next.exchange)) return next;
    next.refuse(new Failure('unavailable'));
  }
}

const isGone = ({ request }: Exchange): boolean => request.raw.socket.destroyed;

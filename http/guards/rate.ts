/** Rate limits: by address before the caller is known, by account or user after. Sensitive operations have a bucket of their own. */
import { currentOf, type Live } from '@innkeeper/model/configuration/live';
import { Failure } from '@innkeeper/model/failures';
import { networkOf } from '../request/client.ts';
import type { Guard, ReplyHead, RequestContext, Route } from '../request/context.ts';
import { limitKeyOf } from './limit-key.ts';
import { asksForQuote } from './quote.ts';
import type { Bucket, BucketState, OpenBucket } from './rate-buckets.ts';

/** Counts the address; the headers show its numbers until the account's replace them. */
export function addressBucket(take: Bucket): Guard {
  return ({ client, reply }) => once(take(networkOf(client.address)), (taken) => show(reply, taken));
}

export interface CallerBuckets {
  /** Tokens of an account together, and a member of the staff inside accounts. */
  account: Bucket;
  /** Sessions of a user, in all accounts. */
  user: Bucket;
  /** Sessions of an account together. */
  sessions: Bucket;
}

/** Counts the caller over all operations, whatever the outcome of the request. Passes when no caller is known. */
export function callerBucket(buckets: CallerBuckets): Guard {
  return (context) => {
    const { caller, reply } = context;
    if (!caller) return undefined;
    const finish = (taken: BucketState) => {
      context.rate = taken;
      return show(reply, taken);
    };
    if (caller.kind !== 'session') return once(buckets.account(String(limitKeyOf(caller))), finish);
    return once(buckets.user(String(caller.userId)), (own) => {
      // A user past the limit does not use up that of the other members.
      if (own.retryAfter !== undefined) return finish(own);
      return once(buckets.sessions(String(caller.accountId)), (all) => finish(tighter(all, own)));
    });
  };
}

/**
 * Counts the operation's own limit, or the one that it shares, where it has one; the headers then show the tighter of the two. A
 * quote counts for neither. It comes after the ability,
 * so that a token without it does not use up the limit of others. `percent` of the operation's limit is in force.
 */
export function operationBucket(open: OpenBucket, { name, operation }: Route, percent: Live<number>): Guard {
  const { perMinute, bucket = name } = operation;
  if (perMinute === undefined) return () => undefined;
  const take = open(bucket, () => Math.max(1, Math.round((perMinute * currentOf(percent)) / 100)));
  return (context: RequestContext) => {
    if (asksForQuote(context)) return undefined;
    const { caller, rate, reply } = context;
    return once(take(String(caller && limitKeyOf(caller))), (own) => show(reply, rate ? tighter(rate, own) : own));
  };
}

/** At once where nothing has to be waited for: a promise for each of its guards was a tenth of the time of a cached reply. */
function once(
  taken: BucketState | Promise<BucketState>,
  then: (taken: BucketState) => undefined | Promise<undefined>,
): undefined | Promise<undefined> {
  return taken instanceof Promise ? taken.then(then) : then(taken);
}

function tighter(all: BucketState, own: BucketState): BucketState {
  return own.retryAfter !== undefined || own.remaining <= all.remaining ? own : all;
}

/** Says the numbers in the headers. Throws `rate_limited`. */
export function show(reply: ReplyHead, taken: BucketState): undefined {
  reply.header('x-ratelimit-limit', taken.limit);
  reply.header('x-ratelimit-remaining', taken.remaining);
  if (taken.retryAfter !== undefined) throw new Failure('rate_limited', { retryAfter: taken.retryAfter });
  return undefined;
}

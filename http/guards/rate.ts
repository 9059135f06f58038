/** Rate limits: by address before the caller is known, and by account or user afterwards. Sensitive operations have their own bucket. */
import { currentOf, type Live } from '@innkeeper/model/configuration/live';
import { Failure } from '@innkeeper/model/failures';
import type { BucketState } from '../request/bucket-state.ts';
import { networkOf } from '../request/client.ts';
import type { Guard, ReplyHead, RequestContext, Route } from '../request/context.ts';
import { limitKeyOf } from './limit-key.ts';
import { isQuoteRequest } from './quote.ts';
import type { Bucket, OpenBucket } from './rate-buckets.ts';

/** Counts the address. The headers show its numbers until the account's numbers replace them. `onRefused` is called for each refusal. */
export function addressBucket(take: Bucket, onRefused: () => void): Guard {
  return ({ client, reply }) => thenSync(take(networkOf(client.address)), (taken) => applyRateLimit(reply, taken, onRefused));
}

export interface CallerBuckets {
  /** Shared by the tokens of an account. Staff members inside accounts have one each. */
  account: Bucket;
  /** Shared by the sessions of a user in all accounts. */
  user: Bucket;
  /** Shared by the sessions of an account. */
  sessions: Bucket;
}

/** Counts the caller over all operations, whatever the outcome of the request. Admits requests without a caller. */
export function callerBucket(buckets: CallerBuckets, onRefused: () => void): Guard {
  return (context) => {
    const { caller, reply } = context;
    if (!caller) return undefined;
    const finish = (taken: BucketState) => {
      context.rate = taken;
      return applyRateLimit(reply, taken, onRefused);
    };
    if (caller.kind !== 'session') return thenSync(buckets.account(String(limitKeyOf(caller))), finish);
    return thenSync(buckets.user(String(caller.userId)), (own) => {
      // A user over the limit does not use up the limit of the other members.
      if (own.retryAfter !== undefined) return finish(own);
      return thenSync(buckets.sessions(String(caller.accountId)), (all) => finish(tighterState(all, own)));
    });
  };
}

/**
 * Counts an operation against its own or shared limit, if it has one. The headers then show the tighter limit. Quotes do not count.
 *
 * Runs after the ability guard, so that a token without the ability does not use up the limit of others. `percent` scales the operation's
 * limit.
 */
export function operationBucket(
  open: OpenBucket,
  { name, operation }: Route,
  { percent, onRefused }: { percent: Live<number>; onRefused: () => void },
): Guard {
  const { perMinute, bucket = name } = operation;
  if (perMinute === undefined) return () => undefined;
  const take = open(bucket, () => Math.max(1, Math.round((perMinute * currentOf(percent)) / 100)));
  return (context: RequestContext) => {
    if (isQuoteRequest(context)) return undefined;
    const { caller, rate, reply } = context;
    return thenSync(take(String(caller && limitKeyOf(caller))), (own) =>
      applyRateLimit(reply, rate ? tighterState(rate, own) : own, onRefused),
    );
  };
}

/** Calls `then` synchronously if possible. A promise for each guard took a tenth of the time of a cached reply. */
function thenSync(
  taken: BucketState | Promise<BucketState>,
  then: (taken: BucketState) => undefined | Promise<undefined>,
): undefined | Promise<undefined> {
  return taken instanceof Promise ? taken.then(then) : then(taken);
}

function tighterState(all: BucketState, own: BucketState): BucketState {
  return own.retryAfter !== undefined || own.remaining <= all.remaining ? own : all;
}

/** Sets the rate limit headers. Over the limit, calls `onRefused` and throws `rate_limited`. */
export function applyRateLimit(reply: ReplyHead, taken: BucketState, onRefused: () => void): undefined {
  reply.header('x-ratelimit-limit', taken.limit);
  reply.header('x-ratelimit-remaining', taken.remaining);
  if (taken.retryAfter === undefined) return undefined;
  onRefused();
  throw new Failure('rate_limited', { retryAfter: taken.retryAfter });
}

/** Rate limits: by address before the caller is known, by account after; operations that are sensitive have a second bucket. */
import { Failure } from '@innkeeper/model/failures';
import type { FastifyReply } from 'fastify';
import type { Exchange, Guard, Route } from '../exchange.ts';
import type { Bucket, OpenBucket, Taken } from '../rate/buckets.ts';

/** Counts the address; its numbers are shown until the account's replace them. */
export function addressBucket(take: Bucket): Guard {
  return ({ request, reply }) => take(networkOf(request.ip)).then((taken) => show(reply, taken));
}

/** Counts the account, over all operations. Passes when no caller is known (unknown paths need no token). */
export function accountBucket(take: Bucket): Guard {
  return ({ caller, reply }) => caller && take(String(caller.accountId)).then((taken) => show(reply, taken));
}

/** As `accountBucket`, and the operation's own where it has one; the headers then show the tighter of the two. */
export function accountBuckets(take: Bucket, open: OpenBucket, route: Route): Guard {
  const { perMinute } = route.operation;
  if (perMinute === undefined) return accountBucket(take);
  const takeOfOperation = open(route.name, perMinute);
  return async ({ caller, reply }: Exchange) => {
    const key = String(caller?.accountId);
    const [all, own] = await Promise.all([take(key), takeOfOperation(key)]);
    return show(reply, tighter(all, own));
  };
}

function tighter(all: Taken, own: Taken): Taken {
  if (all.retryAfter !== undefined || own.retryAfter !== undefined) {
    return (all.retryAfter ?? 0) > (own.retryAfter ?? 0) ? all : own;
  }
  return all.remaining < own.remaining ? all : own;
}

function show(reply: FastifyReply, taken: Taken): undefined {
  reply.header('x-ratelimit-limit', taken.limit);
  reply.header('x-ratelimit-remaining', taken.remaining);
  if (taken.retryAfter !== undefined) throw new Failure('rate_limited', { retryAfter: taken.retryAfter });
  return undefined;
}

/** One customer has a whole /64 of IPv6, so that is what is counted. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const full = [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after];
  return `${full.slice(0, 4).join(':')}::/64`;
}

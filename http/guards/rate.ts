/** Rate limits: by address before the caller is known, by account after; operations that are sensitive have a second bucket. */
import { Failure } from '@innkeeper/model/failures';
import type { FastifyReply } from 'fastify';
import { networkOf } from '../request/client.ts';
import type { Exchange, Guard, Route } from '../request/context.ts';
import type { Bucket, OpenBucket, Taken } from './rate-buckets.ts';

/** Counts the address; its numbers are shown until the account's replace them. */
export function addressBucket(take: Bucket): Guard {
  return ({ client, reply }) => take(networkOf(client.address)).then((taken) => show(reply, taken));
}

/** Counts the account, over all operations and whatever becomes of the request. Passes when no caller is known. */
export function accountBucket(take: Bucket): Guard {
  return (exchange) =>
    exchange.caller &&
    take(String(exchange.caller.accountId)).then((taken) => {
      exchange.rate = taken;
      return show(exchange.reply, taken);
    });
}

/**
 * Counts for the operation's own limit, where it has one; the headers then show the tighter of the two. After the ability: a
 * token that may not do this takes nothing from those that may.
 */
export function operationBucket(open: OpenBucket, { name, operation }: Route): Guard {
  const { perMinute } = operation;
  if (perMinute === undefined) return () => undefined;
  const take = open(name, perMinute);
  return ({ caller, rate, reply }: Exchange) =>
    take(String(caller?.accountId)).then((own) => show(reply, rate ? tighter(rate, own) : own));
}

function tighter(all: Taken, own: Taken): Taken {
  return own.retryAfter !== undefined || own.remaining <= all.remaining ? own : all;
}

function show(reply: FastifyReply, taken: Taken): undefined {
  reply.header('x-ratelimit-limit', taken.limit);
  reply.header('x-ratelimit-remaining', taken.remaining);
  if (taken.retryAfter !== undefined) throw new Failure('rate_limited', { retryAfter: taken.retryAfter });
  return undefined;
}

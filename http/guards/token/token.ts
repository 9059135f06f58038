/** Who calls: the bearer token, by its sha256. */
import { hash as digest } from 'node:crypto';
import type { AccessToken } from '@innkeeper/domain/access/tokens';
import type { Clock } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import type { FastifyRequest } from 'fastify';
import type { Exchange, Guard } from '../../request/context.ts';
import type { TokenCache } from './cache.ts';

const BEARER = /^Bearer +([!-~]{1,512}) *$/i;

export interface TokenGuardOptions {
  cache: TokenCache;
  clock: Clock;
  /** Unknown paths know their caller when there is one, and do without when there is none. */
  optional?: boolean;
}

/** Sets the caller, or throws `unauthenticated`: one answer for a token that is missing, unknown, expired or revoked. */
export function token({ cache, clock, optional = false }: TokenGuardOptions): Guard {
  const admit = (exchange: Exchange, known: AccessToken | undefined, now: number): undefined => {
    if (known && (known.expiresAt === null || known.expiresAt.getTime() > now)) {
      exchange.caller = { kind: 'token', id: known.id, accountId: known.accountId, taxRate: known.taxRate };
      exchange.abilities = known.abilities;
    } else if (!optional) {
      throw new Failure('unauthenticated');
    }
    return undefined;
  };
  const hashOf = rememberingHashes();
  return (exchange) => {
    const hash = hashOf(exchange.request);
    const now = clock.now().getTime();
    if (hash === undefined) return admit(exchange, undefined, now);
    const cached = cache.get(hash, now);
    if (cached) return admit(exchange, cached, now);
    return cache.find(hash, now).then((found) => admit(exchange, found, now));
  };
}

/**
 * The hash of a request's token; undefined when it brings none. A connection mostly brings the same one again, and hashing took
 * a twentieth of what a request takes, so each remembers its last.
 */
function rememberingHashes(): (request: FastifyRequest) => string | undefined {
  const last = new WeakMap<object, { header: string; hash: string }>();
  return ({ headers: { authorization: header }, socket }) => {
    if (header === undefined) return undefined;
    const known = last.get(socket);
    if (known && known.header === header) return known.hash;
    const given = BEARER.exec(header)?.[1];
    if (given === undefined) return undefined;
    const hash = digest('sha256', given, 'hex');
    last.set(socket, { header, hash });
    return hash;
  };
}

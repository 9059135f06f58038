/** Authenticates the caller by the sha256 of the bearer token. */
import { hash as digest } from 'node:crypto';
import type { AccessToken } from '@innkeeper/domain/access/tokens';
import type { TokenActor } from '@innkeeper/domain/actor';
import type { Clock } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import { isFrom } from '@innkeeper/model/token-powers';
import type { Guard, RequestContext, RequestHead } from '../../request/context.ts';
import type { TokenCache } from './cache.ts';

const BEARER = /^Bearer +([!-~]{1,512}) *$/i;

export interface TokenGuardOptions {
  cache: TokenCache;
  clock: Clock;
  /** Notes that a token was used, and from which address. Called when it was looked up, not for each request. */
  noteUse?: ((token: AccessToken, from: string) => void) | undefined;
  /** For unknown paths: the caller is set when there is a valid token, and left out otherwise. */
  optional?: boolean;
}

/** Sets the caller, or throws `unauthenticated`: one refusal for a token that is missing, unknown, expired or revoked, or used from elsewhere. */
export function token({ cache, clock, noteUse, optional = false }: TokenGuardOptions): Guard {
  const admit = (context: RequestContext, known: AccessToken | undefined, now: number): undefined => {
    const valid = known && (known.expiresAt === null || known.expiresAt.getTime() > now);
    if (valid && isFrom(known.networks, context.client.address)) {
      context.caller = callerOf(known);
      context.abilities = known.abilities;
      context.suspended = known.suspended;
    } else if (!optional) {
      throw new Failure('unauthenticated', valid ? { message: 'This access token does not work from your address.' } : {});
    }
    return undefined;
  };
  const hashOf = cachedHashes();
  return (context) => {
    const hash = hashOf(context.request);
    const now = clock.now().getTime();
    if (hash === undefined) return admit(context, undefined, now);
    const cached = cache.get(hash, now);
    if (cached) return admit(context, cached, now);
    return cache.find(hash, now).then((found) => {
      admit(context, found, now);
      if (found && context.caller) noteUse?.(found, context.client.address);
      return undefined;
    });
  };
}

function callerOf({ id, accountId, userId, role, taxRate, servers }: AccessToken): TokenActor {
  return { kind: 'token', id, accountId, userId, role, taxRate, ...(servers.length > 0 && { servers }) };
}

/**
 * The hash of a request's token; undefined when there is none. Most connections send the same token again, and hashing took a
 * twentieth of a request's time, so the last hash of each connection is cached.
 */
function cachedHashes(): (request: RequestHead) => string | undefined {
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

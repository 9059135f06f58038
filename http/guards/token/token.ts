/** Authenticates the caller by the SHA-256 of its bearer token, or of the secret in its session cookie. */
import { hash as digest } from 'node:crypto';
import type { Credential } from '@innkeeper/domain/access/credentials';
import type { Session } from '@innkeeper/domain/access/sessions';
import type { Customer } from '@innkeeper/domain/actor';
import { Failure } from '@innkeeper/model/failures';
import { isFrom } from '@innkeeper/model/people/token-powers';
import type { SessionLimits } from '@innkeeper/model/settings/settings';
import type { Clock } from '@innkeeper/model/time/clock';
import { sessionSecretIn } from '@innkeeper/present/session-cookie';
import type { Guard, RequestContext, RequestHead } from '../../request/context.ts';
import { sessionCacheKey, type TokenCache } from './cache.ts';

const BEARER = /^Bearer +([!-~]{1,512}) *$/i;

export interface TokenGuardOptions {
  cache: TokenCache;
  clock: Clock;
  /** Records the use and its address. Called after a look-up, not for each request. */
  noteUse?: ((credential: Credential, from: string) => void) | undefined;
  /** Gives a session with an old secret a new one and returns its cookie. `hash` is the hash of the presented secret. */
  rotate?: ((session: Session, hash: string, now: Date) => Promise<string | undefined>) | undefined;
  /** Read for each request. `rotate` is called for secrets that are at least `rotateMs` old. */
  limits?: Pick<SessionLimits, 'rotateMs'>;
  /** For unknown paths: sets the caller for a valid token and admits requests without one. */
  optional?: boolean;
}

/**
 * Sets the caller, or throws `unauthenticated`. The failure is the same for a missing, unknown, expired or revoked token. A token from
 * another network gets a message of its own.
 */
export function token({ cache, clock, noteUse, rotate, limits, optional = false }: TokenGuardOptions): Guard {
  const admit = (context: RequestContext, known: Credential | undefined, now: number): undefined => {
    const valid = known && (known.expiresAt === null || known.expiresAt.getTime() > now);
    if (valid && (known.kind === 'session' || isFrom(known.networks, context.client.address))) {
      context.caller = callerOf(known);
      context.abilities = known.abilities;
      context.suspended = known.suspended;
      context.closing = known.closing;
    } else if (!optional) {
      throw new Failure(
        'unauthenticated',
        valid
          ? { message: 'This access token is not valid from your IP address. Add your network to its allowed_networks.' }
          : {},
      );
    }
    return undefined;
  };
  const keyOf = openKeyLookup();
  /** Rotates the secret of an admitted session if it is old. */
  const rotateIfOld = (context: RequestContext, known: Credential, key: string, now: number): undefined | Promise<undefined> => {
    if (
      known.kind !== 'session' ||
      !rotate ||
      now - known.rotatedAt.getTime() < (limits?.rotateMs ?? Infinity) ||
      !context.caller
    )
      return undefined;
    return rotate(known, key.slice(1), new Date(now)).then((cookie) => {
      if (cookie !== undefined) context.reply.header('set-cookie', cookie);
      return undefined;
    });
  };
  return (context) => {
    const key = keyOf(context.request);
    const now = clock.now().getTime();
    if (key === undefined) return admit(context, undefined, now);
    const cached = cache.get(key, now);
    if (cached) return admit(context, cached, now) ?? rotateIfOld(context, cached, key, now);
    return cache.find(key, now).then((found) => {
      admit(context, found, now);
      if (!found || !context.caller) return undefined;
      noteUse?.(found, context.client.address);
      return rotateIfOld(context, found, key, now);
    });
  };
}

function callerOf(known: Credential): Customer {
  const { id, accountId, userId, role, taxRate } = known;
  if (known.kind === 'session')
    return {
      kind: 'session',
      id,
      accountId,
      userId,
      role,
      taxRate,
      authenticatedAt: known.authenticatedAt,
      identityProviderId: known.identityProviderId,
    };
  const { servers } = known;
  return { kind: 'token', id, accountId, userId, role, taxRate, ...(servers.length > 0 && { servers }) };
}

/**
 * Returns a function that finds the cache key of a request's token or session, or `undefined` if there is none.
 *
 * Programs send tokens on purpose, but browsers send cookies by themselves. A cookie therefore counts only without a token.
 *
 * The last key of each connection is cached. Most connections repeat the same header, and hashing took a twentieth of a request's time.
 */
function openKeyLookup(): (request: RequestHead) => string | undefined {
  const last = new WeakMap<object, { header: string; key: string | undefined }>();
  return ({ headers: { authorization, cookie }, socket }) => {
    const header = authorization ?? cookie;
    if (header === undefined) return undefined;
    const known = last.get(socket);
    if (known && known.header === header) return known.key;
    const key = authorization === undefined ? keyOfCookie(header) : keyOfBearer(header);
    last.set(socket, { header, key });
    return key;
  };
}

function keyOfBearer(header: string): string | undefined {
  const given = BEARER.exec(header)?.[1];
  return given === undefined ? undefined : digest('sha256', given, 'hex');
}

function keyOfCookie(header: string): string | undefined {
  const secret = sessionSecretIn(header);
  return secret === undefined ? undefined : sessionCacheKey(digest('sha256', secret, 'hex'));
}

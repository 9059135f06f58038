/** The credential of a caller: an access token or a session cookie. Guards and caches treat both alike. */
import type { Customer } from '../actor.ts';
import type { Cx } from '../context.ts';
import { findValidSessions, type Session } from './sessions.ts';
import { type AccessToken, findValidTokens } from './tokens.ts';

export type Credential = AccessToken | Session;

/** Tokens and sessions have separate id sequences, so the key holds the kind too. */
export type CredentialKey = `${Customer['kind']}:${number}`;

/** Returns the key of a credential: kind and id. */
export const credentialKeyOf = ({ kind, id }: Pick<Customer, 'kind' | 'id'>): CredentialKey => `${kind}:${id}`;

export interface CredentialQuery {
  now: Date;
  /** Time since which a session must have been used to be still valid. */
  idleSince: Date;
  /** `true` to include only credentials that may write. */
  forWriting?: boolean;
}

/** Returns the account in which each of these credentials is currently valid. Ended and expired credentials are left out. */
export async function findValidCredentials(
  db: Cx['db'],
  keys: readonly CredentialKey[],
  { now, idleSince, forWriting = false }: CredentialQuery,
): Promise<Map<CredentialKey, number>> {
  const idsOf = (kind: Customer['kind']): number[] =>
    keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [Number(key.slice(kind.length + 1))] : []));
  const [tokens, sessions] = [idsOf('token'), idsOf('session')];
  const holding = new Map<CredentialKey, number>();
  if (tokens.length > 0)
    for (const [id, account] of await findValidTokens(db, tokens, now, { forWriting })) holding.set(`token:${id}`, account);
  if (sessions.length > 0)
    for (const [id, account] of await findValidSessions(db, sessions, { now, idleSince, forWriting }))
      holding.set(`session:${id}`, account);
  return holding;
}

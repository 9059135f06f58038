/** What a caller proves with who it is: an access token, or the cookie of a session. Both are one thing for guards and caches. */
import type { Customer } from '../actor.ts';
import type { Cx } from '../context.ts';
import { holdingSessions, type Session } from './sessions.ts';
import { type AccessToken, holdingTokens } from './tokens.ts';

export type Credential = AccessToken | Session;

/** Tokens and sessions have ids of their own. */
export type CredentialKey = `${Customer['kind']}:${number}`;

export const keyOf = ({ kind, id }: Pick<Customer, 'kind' | 'id'>): CredentialKey => `${kind}:${id}`;

export interface Asked {
  now: Date;
  /** Since when a session must have been used. */
  idleSince: Date;
  /** Only of accounts that are not suspended. */
  toWrite?: boolean;
}

/** Returns the account that each of these acts in now. Those that have ended or expired are left out. */
export async function holdingCredentials(
  db: Cx['db'],
  keys: readonly CredentialKey[],
  { now, idleSince, toWrite = false }: Asked,
): Promise<Map<CredentialKey, number>> {
  const idsOf = (kind: Customer['kind']): number[] =>
    keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [Number(key.slice(kind.length + 1))] : []));
  const [tokens, sessions] = [idsOf('token'), idsOf('session')];
  const holding = new Map<CredentialKey, number>();
  if (tokens.length > 0)
    for (const [id, account] of await holdingTokens(db, tokens, now, { toWrite })) holding.set(`token:${id}`, account);
  if (sessions.length > 0)
    for (const [id, account] of await holdingSessions(db, sessions, { now, idleSince, toWrite }))
      holding.set(`session:${id}`, account);
  return holding;
}

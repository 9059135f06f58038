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

/** Which of these neither ended nor expired. */
export async function holdingCredentials(
  db: Cx['db'],
  keys: readonly CredentialKey[],
  { now, idleSince, toWrite = false }: Asked,
): Promise<Set<CredentialKey>> {
  const idsOf = (kind: Customer['kind']): number[] =>
    keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [Number(key.slice(kind.length + 1))] : []));
  const [tokens, sessions] = [idsOf('token'), idsOf('session')];
  const holding = new Set<CredentialKey>();
  if (tokens.length > 0) for (const id of await holdingTokens(db, tokens, now, { toWrite })) holding.add(`token:${id}`);
  if (sessions.length > 0)
    for (const id of await holdingSessions(db, sessions, { now, idleSince, toWrite })) holding.add(`session:${id}`);
  return holding;
}

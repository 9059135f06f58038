import type { Session, SignIn } from '@innkeeper/contract/schemas/session';
import type { SessionRow } from '@innkeeper/db/tables/sessions';
import type { Customer } from '@innkeeper/domain/actor';
import type { SignInAnswer } from '@innkeeper/domain/sign-in/challenge';
import { iso } from './time.ts';

export function presentSession(row: SessionRow, current: boolean): Session {
  return {
    id: row.id,
    account_id: row.account_id,
    current,
    created_at: iso(row.created_at),
    last_used_at: iso(row.last_used_at),
    last_used_from: row.last_used_from,
    user_agent: row.user_agent,
    authenticated_at: iso(row.authenticated_at),
    single_sign_on: row.identity_provider_id !== null,
    expires_at: iso(row.expires_at),
  };
}

/** Returns whether the row is the session of the request. */
export const isCurrent = ({ kind, id }: Pick<Customer, 'kind' | 'id'>, row: Pick<SessionRow, 'id'>): boolean =>
  kind === 'session' && id === row.id;

export function presentChallenge({ token, methods, expiresAt }: Extract<SignInAnswer, { challenge: unknown }>['challenge']) {
  return {
    session: null,
    second_factor: { sign_in_token: token, methods: [...methods], expires_at: iso(expiresAt) },
  } satisfies SignIn;
}

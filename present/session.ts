import type { Session, SignIn } from '@innkeeper/contract/schemas/session';
import type { SessionRow } from '@innkeeper/db/tables/sessions';
import type { Customer } from '@innkeeper/domain/actor';
import type { SignInAnswer } from '@innkeeper/domain/sign-in/challenge';
import type { StartAnswer } from '@innkeeper/domain/sign-in/start-session';
import type { SessionLimits } from '@innkeeper/model/settings/settings';
import { CommittedFailure, type WithHeaders } from './reply.ts';
import { withSessionCookie } from './session-cookie.ts';
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

/** Returns the session with its cookie, or the refusal. */
export const presentStart = (
  answer: StartAnswer,
  settings: { sessions: SessionLimits },
): WithHeaders<Session> | CommittedFailure =>
  'refused' in answer
    ? new CommittedFailure(answer.refused)
    : withSessionCookie(answer.started, presentSession(answer.started.row, true), settings);

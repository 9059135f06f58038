import type { Session } from '@innkeeper/contract/schemas/session';
import type { StartedSession } from '@innkeeper/domain/sign-in/start-session';
import type { Failure } from '@innkeeper/model/failures';
import type { SessionLimits } from '@innkeeper/model/settings';
import { confirmSession } from '@innkeeper/operations/sessions/confirm';
import { createSession } from '@innkeeper/operations/sessions/create';
import { createSessionByLink } from '@innkeeper/operations/sessions/create-by-link';
import { createPasskeySession } from '@innkeeper/operations/sessions/create-passkey';
import { getCurrentSession } from '@innkeeper/operations/sessions/current';
import { deleteCurrentSession, deleteOtherSessions, deleteSession } from '@innkeeper/operations/sessions/delete';
import { listSessions } from '@innkeeper/operations/sessions/list';
import { createConfirmOptions, createSignInOptions } from '@innkeeper/operations/sessions/options';
import { updateSession } from '@innkeeper/operations/sessions/update';
import { verifySession } from '@innkeeper/operations/sessions/verify';
import { presentCurrentSession } from '@innkeeper/present/current-session';
import { page } from '@innkeeper/present/page';
import { presentRequest } from '@innkeeper/present/passkey';
import { CommittedFailure, WithHeaders } from '@innkeeper/present/reply';
import { isCurrent, presentChallenge, presentSession } from '@innkeeper/present/session';
import { NO_SESSION_COOKIE, sessionCookie } from '@innkeeper/present/session-cookie';
import type { Handlers } from './define.ts';

/** Returns the reply that sets the session cookie. */
const withSessionCookie = <Body>(
  { secret }: StartedSession,
  body: Body,
  settings: { sessions: SessionLimits },
): WithHeaders<Body> => new WithHeaders(body, { 'set-cookie': sessionCookie(secret, settings.sessions) });

const presentSignIn = (
  { settings }: { settings: { sessions: SessionLimits } },
  answer: { started: StartedSession } | { refused: Failure },
): WithHeaders<Session> | CommittedFailure =>
  'refused' in answer
    ? new CommittedFailure(answer.refused)
    : withSessionCookie(answer.started, presentSession(answer.started.row, true), settings);

export const sessions = {
  createSession: async (cx, { body: { otp }, prepared: checked }, _url, { sealer, throttle }) => {
    const answer = await createSession(cx, { checked, otp, sealer, throttle });
    if ('refused' in answer) return new CommittedFailure(answer.refused);
    if ('challenge' in answer) return presentChallenge(answer.challenge);
    const { started } = answer;
    return withSessionCookie(started, { session: presentSession(started.row, true), second_factor: null }, cx.settings);
  },
  verifySession: async (cx, { body: { sign_in_token: token, ...given } }, { path }, { sealer, throttle, pages }) =>
    presentSignIn(cx, await verifySession(cx, { token, ...given, apiUrl: path, pages: pages(), sealer, throttle })),
  createSignInOptions: async (cx, { body }, { path }, { pages }) =>
    presentRequest(await createSignInOptions(cx, { token: body?.sign_in_token, apiUrl: path, pages: pages() })),
  createPasskeySession: async (cx, { body }, { path }, { sealer, throttle, pages }) =>
    presentSignIn(cx, await createPasskeySession(cx, { ...body, apiUrl: path, pages: pages(), sealer, throttle })),
  createSessionByLink: async (cx, { body }) => presentSignIn(cx, await createSessionByLink(cx, body)),
  listSessions: async (cx, { query }, url) =>
    page(url, query, await listSessions(cx, { page: query.page, perPage: query.per_page }), (row) =>
      presentSession(row, isCurrent(cx.actor, row)),
    ),
  getCurrentSession: async (cx, _input, { path }, { pages }) =>
    presentCurrentSession(await getCurrentSession(cx, { apiUrl: path, pages: pages() })),
  updateSession: async (cx, { body }) => {
    const changed = await updateSession(cx, body);
    return withSessionCookie(changed, presentSession(changed.row, true), cx.settings);
  },
  createConfirmOptions: async (cx, _input, { path }, { pages }) =>
    presentRequest(await createConfirmOptions(cx, { apiUrl: path, pages: pages() })),
  confirmSession: async (cx, { body: { otp, passkey }, prepared: checked }, { path }, { sealer, throttle, pages }) =>
    presentSignIn(cx, await confirmSession(cx, { checked, otp, passkey, apiUrl: path, pages: pages(), sealer, throttle })),
  deleteCurrentSession: async (cx) => {
    await deleteCurrentSession(cx);
    return new WithHeaders(undefined, { 'set-cookie': NO_SESSION_COOKIE });
  },
  deleteSession: async (cx, { session }) => void (await deleteSession(cx, { session })),
  deleteOtherSessions: async (cx) => void (await deleteOtherSessions(cx)),
} satisfies Handlers;

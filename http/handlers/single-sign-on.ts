import type { SessionLimits } from '@innkeeper/model/settings';
import { beginSingleSignOn } from '@innkeeper/operations/single-sign-on/begin';
import { completeSingleSignOn, type SignOnAnswer } from '@innkeeper/operations/single-sign-on/complete';
import { confirmBySingleSignOn } from '@innkeeper/operations/single-sign-on/confirm';
import { deleteIdentityProvider } from '@innkeeper/operations/single-sign-on/delete';
import { getIdentityProvider } from '@innkeeper/operations/single-sign-on/get';
import { putIdentityProvider } from '@innkeeper/operations/single-sign-on/put';
import { testIdentityProvider } from '@innkeeper/operations/single-sign-on/test';
import { verifyIdentityDomains } from '@innkeeper/operations/single-sign-on/verify-domains';
import type { BegunSignOn } from '@innkeeper/present/identity-provider';
import { presentIdentityProvider, presentRedirect } from '@innkeeper/present/identity-provider';
import { CommittedFailure, WithHeaders } from '@innkeeper/present/reply';
import { presentChallenge, presentSession } from '@innkeeper/present/session';
import { sessionCookie } from '@innkeeper/present/session-cookie';
import { NO_SIGN_ON_COOKIE, signOnCookie } from '@innkeeper/present/sign-on-cookie';
import type { Handlers } from './define.ts';

/** Returns the reply that sets the cookie for the browser's return. */
const redirect = (begun: BegunSignOn) => new WithHeaders(presentRedirect(begun), { 'set-cookie': signOnCookie(begun.browser) });

function presentAnswer({ purpose, answer }: Exclude<SignOnAnswer, { refused: unknown }>, limits: SessionLimits) {
  if (!answer) return new WithHeaders({ purpose, session: null, second_factor: null }, { 'set-cookie': NO_SIGN_ON_COOKIE });
  if ('challenge' in answer)
    return new WithHeaders({ purpose, ...presentChallenge(answer.challenge) }, { 'set-cookie': NO_SIGN_ON_COOKIE });
  const { row, secret } = answer.started;
  const body = { purpose, session: presentSession(row, true), second_factor: null };
  // The sign-on cookie is not deleted, because its request is completed and cannot be used again.
  return new WithHeaders(body, { 'set-cookie': sessionCookie(secret, limits) });
}

export const singleSignOn = {
  beginSingleSignOn: async (cx, { prepared }) => redirect(await beginSingleSignOn(cx, { prepared })),
  completeSingleSignOn: async (cx, { prepared: checked }, _url, { sealer }) => {
    const answer = await completeSingleSignOn(cx, { checked, sealer });
    return 'refused' in answer ? new CommittedFailure(answer.refused) : presentAnswer(answer, cx.settings.sessions);
  },
  confirmBySingleSignOn: async (cx, { body, prepared }, _url, { sealer, throttle }) => {
    const answer = await confirmBySingleSignOn(cx, { prepared, otp: body?.otp, sealer, throttle });
    return 'refused' in answer ? new CommittedFailure(answer.refused) : redirect(answer.begun);
  },
  getIdentityProvider: async (cx) => presentIdentityProvider(await getIdentityProvider(cx)),
  putIdentityProvider: async (cx, { body }, _url, { sealer }) =>
    presentIdentityProvider(await putIdentityProvider(cx, body, sealer)),
  deleteIdentityProvider: async (cx) => void (await deleteIdentityProvider(cx)),
  verifyIdentityDomains: async (cx, { prepared: proven }) => presentIdentityProvider(await verifyIdentityDomains(cx, { proven })),
  testIdentityProvider: async (cx, { prepared }) => redirect(await testIdentityProvider(cx, { prepared })),
} satisfies Handlers;

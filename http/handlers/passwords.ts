import { changePassword } from '@innkeeper/operations/passwords/change';
import { confirmPasswordReset } from '@innkeeper/operations/passwords/confirm-reset';
import { createPasswordReset } from '@innkeeper/operations/passwords/create-reset';
import { CommittedFailure, WithHeaders } from '@innkeeper/present/reply';
import { sessionCookie } from '@innkeeper/present/session-cookie';
import type { Handlers } from './define.ts';

export const passwords = {
  createPasswordReset: async (cx, { body: { email } }, _url, { throttle }) =>
    void (await createPasswordReset(cx, { email, throttle })),
  confirmPasswordReset: async (cx, { body: { secret }, prepared: hash }) =>
    void (await confirmPasswordReset(cx, { secret, hash })),
  changePassword: async (cx, { prepared }) => {
    const answer = await changePassword(cx, prepared);
    if ('refused' in answer) return new CommittedFailure(answer.refused);
    return new WithHeaders(undefined, { 'set-cookie': sessionCookie(answer.changed.secret, cx.settings.sessions) });
  },
} satisfies Handlers;

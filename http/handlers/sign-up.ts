import type { SignUpRules } from '@innkeeper/contract/schemas/sign-up';
import type { SignUpSettings } from '@innkeeper/db/tables/sign-up';
import { confirmSignUp } from '@innkeeper/operations/sign-up/confirm';
import { createSignUp } from '@innkeeper/operations/sign-up/create';
import { getSignUp } from '@innkeeper/operations/sign-up/get';
import type { Handlers } from './define.ts';

export const signUp = {
  getSignUp: async (cx) => presentRules(await getSignUp(cx)),
  createSignUp: async (cx, { body }, _url, { throttle }) => void (await createSignUp(cx, { ...body, throttle })),
  confirmSignUp: async (cx, { body: { password: _hashed, ...body }, prepared: hash }) => {
    const { accountId, email } = await confirmSignUp(cx, { ...body, hash });
    return { account_id: accountId, email };
  },
} satisfies Handlers;

const presentRules = ({ mode, terms_version: version, terms_url: url }: SignUpSettings): SignUpRules => ({
  mode,
  terms: version === null || url === null ? null : { version, url },
});

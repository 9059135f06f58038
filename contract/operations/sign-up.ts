import { operation } from '../define.ts';
import { ConfirmSignUp, CreateSignUp, OpenedAccount, SignUpRules } from '../schemas/sign-up.ts';

/** Becoming a customer. Nobody has an account, or a password, before the address is proven by the link in a mail. */
export const signUp = {
  getSignUp: operation({
    method: 'GET',
    path: '/sign-up',
    group: 'Sign-up',
    title: 'Ask who can sign up',
    summary: 'Who can open an account here, and the terms of service that are accepted with it. No token is needed.',
    origin: 'ours',
    ability: 'read',
    anonymous: true,
    bodyKind: 'none',
    reply: { status: 200, schema: SignUpRules },
    failures: [],
  }),
  createSignUp: operation({
    method: 'POST',
    path: '/sign-up',
    group: 'Sign-up',
    title: 'Sign up',
    summary:
      'Sends a link to the address, with which the account is opened within 24 hours. The reply is the same whether a user has this address already, who is told so by mail, or not; of more than three mails an hour to an address none is sent.',
    origin: 'ours',
    ability: 'write',
    needs: ['read'],
    anonymous: true,
    bodyKind: 'json',
    body: CreateSignUp,
    reply: { status: 204 },
    failures: ['wrong_state'],
  }),
  confirmSignUp: operation({
    method: 'POST',
    path: '/sign-up/confirm',
    group: 'Sign-up',
    title: 'Open the account',
    summary:
      'Opens an account for who has the link, with a user who owns it, and notes the terms of service that were accepted. No session is opened: sign in with the password.',
    origin: 'ours',
    ability: 'write',
    needs: ['read'],
    anonymous: true,
    bodyKind: 'json',
    body: ConfirmSignUp,
    references: { country_id: 'country' },
    reply: { status: 201, schema: OpenedAccount },
    failures: ['wrong_state'],
  }),
};

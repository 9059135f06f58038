import { operation } from '../define.ts';
import { ConfirmSignUp, CreateSignUp, OpenedAccount, SignUpRules } from '../schemas/sign-up.ts';

/** Sign-up of a customer. An account and its password are created only after the address is confirmed by a link in an email. */
export const signUp = {
  getSignUp: operation({
    method: 'GET',
    path: '/sign-up',
    group: 'Sign-up',
    title: 'Ask who can sign up',
    summary: 'Returns who can open an account, and the terms of service to accept. No token is needed.',
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
      'Sends a link to the address that opens the account within 24 hours. The reply does not reveal whether a user already has this address. Such a user is notified by email. At most 3 emails per hour are sent to an address.',
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
      'Opens an account with its owner, and records the accepted terms of service. No session is opened. Sign in with the password.',
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

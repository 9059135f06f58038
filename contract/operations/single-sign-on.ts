import { operation } from '../define.ts';
import {
  AccountIdentityProvider,
  BeginSingleSignOn,
  CompleteSingleSignOn,
  ConfirmBySingleSignOn,
  PutIdentityProvider,
  SignOnRedirect,
  SingleSignOn,
} from '../schemas/single-sign-on.ts';

const group = 'Single sign-on';
/** Who chooses the identity provider decides who may use the account. */
const configures = {
  group,
  origin: 'ours',
  ability: 'account',
  needs: ['manage-members'],
  perMinute: 20,
  bucket: 'identity-provider',
} as const;

/** Signing in by a company's identity provider (OpenID Connect). */
export const singleSignOn = {
  beginSingleSignOn: operation({
    method: 'POST',
    path: '/sessions/single-sign-on',
    group,
    title: 'Begin to sign in by an identity provider',
    summary:
      'Where to send the browser of somebody who signs in by the identity provider of a company. The domain of the address decides, and the reply is the same whether a user has the address or not. It works once, in this browser, for 10 minutes.',
    origin: 'ours',
    ability: 'write',
    needs: ['read'],
    anonymous: true,
    bodyKind: 'json',
    body: BeginSingleSignOn,
    reply: { status: 201, schema: SignOnRedirect, secret: true },
    failures: ['identity_provider_failed'],
  }),
  completeSingleSignOn: operation({
    method: 'POST',
    path: '/sessions/single-sign-on/complete',
    group,
    title: 'Complete what was begun at an identity provider',
    summary:
      'Takes what the browser brought back, and signs its user in, confirms who it is, or ends a test. The session is in the cookie of the reply; where a second factor is asked for, the reply says which.',
    origin: 'ours',
    ability: 'write',
    needs: ['read'],
    anonymous: true,
    bodyKind: 'json',
    body: CompleteSingleSignOn,
    reply: { status: 201, schema: SingleSignOn, secret: true },
    failures: ['identity_provider_failed', 'single_sign_on_refused', 'wrong_state'],
  }),
  confirmBySingleSignOn: operation({
    method: 'POST',
    path: '/sessions/current/single-sign-on',
    group,
    title: 'Begin to confirm by an identity provider',
    summary:
      'Where to send the browser of a session that an identity provider has opened, to prove again who the user is. The provider asks for the credentials again.',
    origin: 'ours',
    ability: 'read',
    perMinute: 10,
    bodyKind: 'json',
    body: ConfirmBySingleSignOn,
    bodyOptional: true,
    reply: { status: 201, schema: SignOnRedirect, secret: true },
    failures: ['wrong_state', 'identity_provider_failed'],
  }),
  getIdentityProvider: operation({
    method: 'GET',
    path: '/identity-provider',
    group,
    title: 'Get the identity provider',
    summary: 'By what the members of the account sign in, if it has an identity provider, and what proves its domains.',
    origin: 'ours',
    ability: 'read',
    needs: ['manage-members'],
    bodyKind: 'none',
    reply: { status: 200, schema: AccountIdentityProvider },
    failures: [],
  }),
  putIdentityProvider: operation({
    ...configures,
    recent: true,
    method: 'PUT',
    path: '/identity-provider',
    title: 'Set the identity provider',
    summary:
      'Sets the identity provider of the account as a whole. It counts once a domain is proven and signing in was tested. With another issuer or client it is another provider: its sessions end.',
    bodyKind: 'json',
    body: PutIdentityProvider,
    reply: { status: 200, schema: AccountIdentityProvider },
    failures: ['wrong_state', 'out_of_scope'],
  }),
  deleteIdentityProvider: operation({
    ...configures,
    recent: true,
    method: 'DELETE',
    path: '/identity-provider',
    title: 'Remove the identity provider',
    summary: 'Removes the identity provider of the account. Its sessions end at once; members sign in by their passwords.',
    bodyKind: 'none',
    reply: { status: 204 },
    failures: ['wrong_state', 'out_of_scope'],
  }),
  verifyIdentityDomains: operation({
    ...configures,
    recent: true,
    method: 'POST',
    path: '/identity-provider/verify-domains',
    title: 'Prove the domains',
    summary:
      "Looks for the TXT records of domains that are not proven. A domain is one account's: one that another account has proven stays as it is.",
    bodyKind: 'none',
    reply: { status: 200, schema: AccountIdentityProvider },
    failures: ['wrong_state', 'out_of_scope'],
  }),
  testIdentityProvider: operation({
    ...configures,
    recent: true,
    method: 'POST',
    path: '/identity-provider/test',
    title: 'Test the identity provider',
    summary:
      'Where to send the browser of this session to try signing in, before it counts. Who comes back with the address of this user signs in by it from then on, which the owner of an account cannot without.',
    bodyKind: 'none',
    reply: { status: 201, schema: SignOnRedirect, secret: true },
    failures: ['wrong_state', 'out_of_scope', 'identity_provider_failed'],
  }),
};

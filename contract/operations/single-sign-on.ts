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
/**
 * Common fields of the configuration. The identity provider decides who can use the account, so `account` and `manage-members` are
 * required.
 */
const providerConfiguration = {
  group,
  origin: 'ours',
  ability: 'account',
  needs: ['manage-members'],
  perMinute: 20,
  bucket: 'identity-provider',
} as const;

/** Sign-in with a company's identity provider (OpenID Connect). */
export const singleSignOn = {
  beginSingleSignOn: operation({
    method: 'POST',
    path: '/sessions/single-sign-on',
    group,
    title: 'Begin to sign in by an identity provider',
    summary:
      'Returns the URL that starts a sign-in with the identity provider of a company. The domain of the address selects the provider. The reply does not reveal whether a user has the address. The URL is valid once, in this browser, for 10 minutes.',
    origin: 'ours',
    ability: 'write',
    changesAccess: true,
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
      'Completes a sign-in, an identity confirmation or a test with the response of the identity provider. The reply sets the session cookie. If a second factor is required, the reply names it.',
    origin: 'ours',
    ability: 'write',
    changesAccess: true,
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
      'Returns the URL that confirms the identity of the user of a single sign-on session. The provider asks for the credentials again.',
    origin: 'ours',
    ability: 'read',
    changesAccess: true,
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
    summary: 'Returns the identity provider of the account, and the DNS records that verify its domains.',
    origin: 'ours',
    ability: 'read',
    needs: ['manage-members'],
    bodyKind: 'none',
    reply: { status: 200, schema: AccountIdentityProvider },
    failures: [],
  }),
  putIdentityProvider: operation({
    ...providerConfiguration,
    requiresReauthentication: true,
    method: 'PUT',
    path: '/identity-provider',
    title: 'Set the identity provider',
    summary:
      'Replaces the identity provider of the account. It takes effect when a domain is verified and a sign-in was tested. A change of issuer or client makes it a different provider and ends its sessions.',
    changesAccess: true,
    bodyKind: 'json',
    body: PutIdentityProvider,
    reply: { status: 200, schema: AccountIdentityProvider },
    failures: ['wrong_state', 'out_of_scope'],
  }),
  deleteIdentityProvider: operation({
    ...providerConfiguration,
    requiresReauthentication: true,
    method: 'DELETE',
    path: '/identity-provider',
    title: 'Remove the identity provider',
    summary:
      'Removes the identity provider of the account. Its sessions end immediately, and members sign in with their passwords.',
    changesAccess: true,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: ['wrong_state', 'out_of_scope'],
  }),
  verifyIdentityDomains: operation({
    ...providerConfiguration,
    requiresReauthentication: true,
    method: 'POST',
    path: '/identity-provider/verify-domains',
    title: 'Prove the domains',
    summary:
      'Checks the TXT records of domains that are not verified. A domain belongs to one account. A domain that another account has verified does not change.',
    changesAccess: true,
    bodyKind: 'none',
    reply: { status: 200, schema: AccountIdentityProvider },
    failures: ['wrong_state', 'out_of_scope'],
  }),
  testIdentityProvider: operation({
    ...providerConfiguration,
    requiresReauthentication: true,
    method: 'POST',
    path: '/identity-provider/test',
    title: 'Test the identity provider',
    summary:
      'Returns the URL that starts a test sign-in with the identity provider before it is enabled. A user who completes the test with the same address can then sign in with the provider. The account owner must complete it first.',
    changesAccess: true,
    bodyKind: 'none',
    reply: { status: 201, schema: SignOnRedirect, secret: true },
    failures: ['wrong_state', 'out_of_scope', 'identity_provider_failed'],
  }),
};

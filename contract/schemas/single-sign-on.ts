import { z } from 'zod';
import { EmailAddress } from './email-address.ts';
import { ASSIGNABLE_ROLES } from './member.ts';
import { about, line, secretLine, Time } from './primitives.ts';
import { Session, SignInStep } from './session.ts';
import { OneTimeCode } from './two-factor.ts';

const SECRET = 'Zk2vQJ8nq0fWmXo3rT1yHc7eLb5dUaPs9gKxViNtBwE';
const Role = z.enum(ASSIGNABLE_ROLES).nullable();
const role = about('Role of users who sign in for the first time, or null if they need an invitation.', 'technical');
const values = z.array(line(1, 100)).max(10, 'Must have at most 10 items.');
const trustedValues = (claim: string, example: string) =>
  about(
    `Values of the claim \`${claim}\` that count as a second factor. Without one of them, users with a second factor are asked for it.`,
    [example],
  );

const IdentityDomain = z
  .strictObject({
    name: z.string().meta(about('Domain of email addresses.', 'example.com')),
    verified_at: Time.nullable().describe(
      'Time when the domain was verified for the account. Null if it is not verified, so that it has no effect.',
    ),
    record_name: z.string().meta(about('Name of the TXT record that verifies the domain.', '_innkeeper-domain.example.com')),
    record_value: z.string().meta(about('Value of the TXT record.', `innkeeper-domain=${SECRET.slice(0, 32)}`)),
  })
  .meta({ id: 'IdentityDomain', description: 'A domain whose addresses can sign in with the identity provider.' });

export const IdentityProvider = z
  .strictObject({
    issuer: z.string().meta(about('URL of the issuer.', 'https://login.example.com')),
    client_id: z.string().meta(about('Client id at the identity provider.', 'innkeeper')),
    redirect_url: z.string().meta(about('Redirect URI to register at the identity provider.', 'https://www.example.com/')),
    sign_in_key: z.string().meta(about('Key of this provider in sign-in links.', 'q3Zt0kWqYb1N8rX3vPm7Lc')),
    domains: z.array(IdentityDomain).describe('Domains of the identity provider.'),
    default_role: Role.meta(role),
    trusted_amr: z.array(z.string()).meta(trustedValues('amr', 'mfa')),
    trusted_acr: z.array(z.string()).meta(trustedValues('acr', 'urn:example:two-factor')),
    enabled: z.boolean().describe('True if members can sign in with the provider.'),
    required: z.boolean().describe('True if members other than the owner must sign in with the provider.'),
    tested_at: Time.nullable().describe(
      'Time of the last test sign-in. Null if there was none, so that the provider cannot be enabled.',
    ),
    created_at: Time.describe('Time when the provider was created.'),
    updated_at: Time.describe('Time of the last change.'),
    trust_email: z
      .boolean()
      .describe('True if addresses of the verified domains count although the provider does not call them verified.'),
  })
  .meta({
    id: 'IdentityProvider',
    description: 'The identity provider of an account (OpenID Connect). Its secret is never shown.',
  });

export const AccountIdentityProvider = z
  .strictObject({
    identity_provider: IdentityProvider.nullable().describe('Identity provider of the account, or null if there is none.'),
  })
  .meta({ id: 'AccountIdentityProvider', description: 'The identity provider of an account, if there is one.' });
export type AccountIdentityProvider = z.infer<typeof AccountIdentityProvider>;

export const PutIdentityProvider = z
  .strictObject({
    issuer: z.string().min(1).max(255).meta(about('URL of the issuer, exactly as in its tokens.', 'https://login.example.com')),
    client_id: line(1, 255).meta(about('Client id at the identity provider.', 'innkeeper')),
    client_secret: secretLine(1, 500)
      .optional()
      .meta(about('Client secret. Optional if issuer and client do not change.', 'lqX0aR7oM2')),
    domains: z
      .array(z.string().min(1).max(255))
      .min(1, 'Must have at least 1 item.')
      .max(10, 'Must have at most 10 items.')
      .meta(
        about('Domains of email addresses that can sign in with the provider. Domains that are not listed no longer count.', [
          'example.com',
        ]),
      ),
    default_role: z
      .enum(ASSIGNABLE_ROLES)
      .optional()
      .meta(about('Role of users who sign in for the first time. Default: they need an invitation.', 'technical')),
    trusted_amr: values.optional().meta(trustedValues('amr', 'mfa')),
    trusted_acr: values.optional().meta(trustedValues('acr', 'urn:example:two-factor')),
    enabled: z
      .boolean()
      .optional()
      .describe(
        'True to let members sign in with the provider, which must have been tested. False ends its sessions. Default: false.',
      ),
    required: z
      .boolean()
      .optional()
      .describe(
        'True to require members to sign in with the provider. Ends their other sessions. The owner keeps all ways to sign in. Default: false.',
      ),
    trust_email: z
      .boolean()
      .optional()
      .describe(
        'True to accept addresses of the verified domains although the claim `email_verified` is absent or false. Only for providers whose users cannot choose their address, such as Entra ID. Default: false.',
      ),
  })
  .meta({ id: 'PutIdentityProvider', description: 'The identity provider of the account, with all its settings.' });

const Redirect = {
  url: z
    .string()
    .meta(about('URL to send the browser to.', `https://login.example.com/authorize?response_type=code&state=${SECRET}`)),
  expires_at: Time.describe('Latest time for the browser to return.'),
};

export const SignOnRedirect = z.strictObject(Redirect).meta({
  id: 'SignOnRedirect',
  description: 'The URL to send the browser to. The cookie of this reply is required for the return.',
});
export type SignOnRedirect = z.infer<typeof SignOnRedirect>;

export const BeginSingleSignOn = z
  .strictObject({
    email: EmailAddress.optional().describe('Email address of the user. Its domain selects the identity provider.'),
    sign_in_key: secretLine(1, 100)
      .optional()
      .meta(about('Key of the provider of an account. Alternative to the address.', 'q3Zt0kWqYb1N8rX3vPm7Lc')),
  })
  .refine(({ email, sign_in_key }) => (email === undefined) !== (sign_in_key === undefined), {
    error: 'Either email or sign_in_key is required, not both.',
    path: ['email'],
  })
  .meta({ id: 'BeginSingleSignOn', description: 'The user or the provider of the sign-in.' });

export const ConfirmBySingleSignOn = z
  .strictObject({
    otp: OneTimeCode.optional().describe(
      'Code of the authenticator app, or a recovery code. Required for users with two-factor authentication, unless the provider reports a trusted second factor.',
    ),
  })
  .meta({ id: 'ConfirmBySingleSignOn', description: 'Proof in addition to the credentials at the provider.' });

export const CompleteSingleSignOn = z
  .strictObject({
    state: secretLine(1, 100).meta(about('`state` parameter of the return URL.', SECRET)),
    code: secretLine(1, 4_000)
      .optional()
      .meta(about('`code` parameter of the return URL, if present.', 'SplxlOBeZQQYbYS6WxSbIA')),
    iss: secretLine(1, 255).optional().meta(about('`iss` parameter of the return URL, if present.', 'https://login.example.com')),
    error: secretLine(1, 100)
      .optional()
      .meta(about('`error` parameter of the return URL, instead of the code.', 'access_denied')),
  })
  .meta({ id: 'CompleteSingleSignOn', description: 'The parameters of the return URL.' });

export const SingleSignOn = z
  .strictObject({
    purpose: z.enum(['sign_in', 'confirm', 'test']).meta(about('Purpose of the sign-in. A word of a closed list.', 'sign_in')),
    session: Session.nullable().describe(
      'Session, whose cookie is set by this reply. Null if a second factor is required, or after a test.',
    ),
    second_factor: SignInStep.nullable().describe('Required second factor, or null if none is required.'),
  })
  .meta({ id: 'SingleSignOn', description: 'The result of the sign-in.' });
export type SingleSignOn = z.infer<typeof SingleSignOn>;

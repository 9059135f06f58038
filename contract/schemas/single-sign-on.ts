import { z } from 'zod';
import { GIVEN_ROLES } from './member.ts';
import { about, line, secretLine, Time } from './primitives.ts';
import { EmailAddress, Session, SignInStep } from './session.ts';
import { OneTimeCode } from './two-factor.ts';

const SECRET = 'Zk2vQJ8nq0fWmXo3rT1yHc7eLb5dUaPs9gKxViNtBwE';
const Role = z.enum(GIVEN_ROLES).nullable();
const role = about(
  'What who signs in for the first time becomes in the account; null: nobody without an invitation.',
  'technical',
);
const values = z.array(line(1, 100)).max(10, 'Must not have more than 10.');
const trusted = (claim: string, example: string) =>
  about(
    `Values of the claim \`${claim}\` that count as a second factor. Otherwise the user's own is asked for, where there is one.`,
    [example],
  );

const IdentityDomain = z
  .strictObject({
    name: z.string().meta(about('Domain of e-mail addresses.', 'example.com')),
    verified_at: Time.nullable().describe("Since when it is proven to be the account's; null: it does not count."),
    record_name: z.string().meta(about('Where the TXT record that proves it belongs.', '_innkeeper-domain.example.com')),
    record_value: z.string().meta(about('What it has to say.', `innkeeper-domain=${SECRET.slice(0, 32)}`)),
  })
  .meta({ id: 'IdentityDomain', description: 'A domain whose addresses the identity provider vouches for.' });

export const IdentityProvider = z
  .strictObject({
    issuer: z.string().meta(about('URL of the issuer.', 'https://login.example.com')),
    client_id: z.string().meta(about('What we are called there.', 'innkeeper')),
    redirect_url: z
      .string()
      .meta(about('What has to be registered there: where it sends browsers back to.', 'https://www.example.com/')),
    sign_in_key: z.string().meta(about('By which a link to sign in names this provider.', 'q3Zt0kWqYb1N8rX3vPm7Lc')),
    domains: z.array(IdentityDomain).describe('Domains that it vouches for.'),
    default_role: Role.meta(role),
    trusted_amr: z.array(z.string()).meta(trusted('amr', 'mfa')),
    trusted_acr: z.array(z.string()).meta(trusted('acr', 'urn:example:two-factor')),
    enabled: z.boolean().describe('Whether members can sign in by it.'),
    required: z.boolean().describe('Whether members other than the owner sign in by it alone.'),
    tested_at: Time.nullable().describe('When signing in by it was last tried; null: not yet, so it cannot be enabled.'),
    created_at: Time.describe('When it was made.'),
    updated_at: Time.describe('When it was last set.'),
  })
  .meta({
    id: 'IdentityProvider',
    description: 'By what the members of an account sign in (OpenID Connect). Its secret is never shown.',
  });

export const AccountIdentityProvider = z
  .strictObject({ identity_provider: IdentityProvider.nullable().describe('That of the account; null: it has none.') })
  .meta({ id: 'AccountIdentityProvider', description: 'The identity provider of an account, if it has one.' });
export type AccountIdentityProvider = z.infer<typeof AccountIdentityProvider>;

export const PutIdentityProvider = z
  .strictObject({
    issuer: z
      .string()
      .min(1)
      .max(255)
      .meta(about('URL of the issuer, exactly as its tokens name it.', 'https://login.example.com')),
    client_id: line(1, 255).meta(about('What we are called there.', 'innkeeper')),
    client_secret: secretLine(1, 500)
      .optional()
      .meta(about('Its secret; may be left out where issuer and client stay.', 'lqX0aR7oM2')),
    domains: z
      .array(z.string().min(1).max(255))
      .min(1, 'Must have one at least.')
      .max(10, 'Must not have more than 10.')
      .meta(
        about('Domains of e-mail addresses that it vouches for. Those that are named no longer count no longer.', [
          'example.com',
        ]),
      ),
    default_role: z
      .enum(GIVEN_ROLES)
      .optional()
      .meta(
        about(
          'What who signs in for the first time becomes in the account; default: nobody comes without an invitation.',
          'technical',
        ),
      ),
    trusted_amr: values.optional().meta(trusted('amr', 'mfa')),
    trusted_acr: values.optional().meta(trusted('acr', 'urn:example:two-factor')),
    enabled: z
      .boolean()
      .optional()
      .describe('Whether members can sign in by it; default: no. It must have been tested. Disabled, its sessions end.'),
    required: z
      .boolean()
      .optional()
      .describe('Whether members sign in by it alone; default: no. Their other sessions here end. The owner keeps all ways in.'),
  })
  .meta({ id: 'PutIdentityProvider', description: 'The identity provider of the account, as a whole.' });

const Redirect = {
  url: z
    .string()
    .meta(about('Where to send the browser.', `https://login.example.com/authorize?response_type=code&state=${SECRET}`)),
  expires_at: Time.describe('Until when it can come back.'),
};

export const SignOnRedirect = z
  .strictObject(Redirect)
  .meta({ id: 'SignOnRedirect', description: 'Where to send the browser to. The cookie of this reply lets it come back.' });
export type SignOnRedirect = z.infer<typeof SignOnRedirect>;

export const BeginSingleSignOn = z
  .strictObject({
    email: EmailAddress.optional().describe('Address of who signs in; its domain tells the identity provider.'),
    sign_in_key: secretLine(1, 100)
      .optional()
      .meta(about('In place of the address: what names the provider of an account.', 'q3Zt0kWqYb1N8rX3vPm7Lc')),
  })
  .refine(({ email, sign_in_key }) => (email === undefined) !== (sign_in_key === undefined), {
    error: 'Must be either email or sign_in_key.',
    path: ['email'],
  })
  .meta({ id: 'BeginSingleSignOn', description: 'Who signs in.' });

export const ConfirmBySingleSignOn = z
  .strictObject({
    otp: OneTimeCode.optional().describe(
      'A code of the authenticator app, or a recovery code; for users who have one, where the provider says nothing of a second factor that is trusted.',
    ),
  })
  .meta({ id: 'ConfirmBySingleSignOn', description: 'What is given besides the credentials at the provider.' });

export const CompleteSingleSignOn = z
  .strictObject({
    state: secretLine(1, 100).meta(about('As it stands in the URL that the browser came back to.', SECRET)),
    code: secretLine(1, 4_000).optional().meta(about('Likewise, if it is there.', 'SplxlOBeZQQYbYS6WxSbIA')),
    iss: secretLine(1, 255).optional().meta(about('Likewise, if it is there.', 'https://login.example.com')),
    error: secretLine(1, 100).optional().meta(about('Likewise, in place of the code.', 'access_denied')),
  })
  .meta({ id: 'CompleteSingleSignOn', description: 'What the browser brought back.' });

export const SingleSignOn = z
  .strictObject({
    purpose: z
      .enum(['sign_in', 'confirm', 'test'])
      .meta(about('What the browser was sent there for: a word of a closed list.', 'sign_in')),
    session: Session.nullable().describe(
      'The session, whose cookie came with this reply; null: a second factor is asked for, or it was a test.',
    ),
    second_factor: SignInStep.nullable().describe('What is asked for besides; null: nothing.'),
  })
  .meta({ id: 'SingleSignOn', description: 'What came of it.' });
export type SingleSignOn = z.infer<typeof SingleSignOn>;

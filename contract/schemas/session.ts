import { z } from 'zod';
import { EmailAddress } from './email-address.ts';
import { PasskeyCredential } from './passkey.ts';
import { about, Id, secretLine, Time } from './primitives.ts';
import { OneTimeCode } from './two-factor.ts';

export const Session = z
  .strictObject({
    id: Id.describe('Id of the session.'),
    account_id: Id.describe('Account in which the session acts.'),
    current: z.boolean().describe('True for the session of this request.'),
    created_at: Time.describe('Time of the sign-in.'),
    last_used_at: Time.describe('Time of the last use, rounded to the minute.'),
    last_used_from: z.string().nullable().meta(about('IP address of the last use, or null if it is unknown.', '203.0.113.7')),
    user_agent: z
      .string()
      .meta(about('User agent of the browser.', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')),
    authenticated_at: Time.describe('Time when the user last confirmed their identity.'),
    single_sign_on: z
      .boolean()
      .describe('True if the identity provider of the account opened the session. Such a session can act only in this account.'),
    expires_at: Time.describe('Latest end of the session, regardless of its use.'),
  })
  .meta({ id: 'Session', description: 'A session of a browser. Its secret is only in a cookie.' });
export type Session = z.infer<typeof Session>;

const SignInToken = z.string().min(1).max(100);

export const SignInStep = z
  .strictObject({
    sign_in_token: z.string().meta(about('Token to send with the second factor.', 'Zk2vQJ8nq0fWmXo3rT1yHc7eLb5dUaPs9gKxViNtBwE')),
    methods: z
      .array(z.enum(['totp', 'recovery_code', 'email', 'passkey']))
      .meta(about('Accepted second factors. `email` is a code that was just sent.', ['totp', 'recovery_code'])),
    expires_at: Time.describe('Latest time to complete the sign-in.'),
  })
  .meta({ id: 'PendingSignIn', description: 'The password is correct, and a second factor is required.' });

export const SignIn = z
  .strictObject({
    session: Session.nullable().describe('Session, whose cookie is set by this reply. Null if a second factor is required.'),
    second_factor: SignInStep.nullable().describe('Required second factor, or null if none is required.'),
  })
  .meta({ id: 'SignIn', description: 'A session, or the second factor that it still needs.' });
export type SignIn = z.infer<typeof SignIn>;

/** A password for signing in. Its quality is checked only when it is set. */
export const GivenPassword = z.string().min(1).max(200).meta(about('Password of the user.', 'seven green lanterns'));

export const CreateSession = z
  .strictObject({
    email: EmailAddress.describe('Email address of the user. Not case-sensitive.'),
    password: GivenPassword,
    otp: OneTimeCode.optional().describe('Code of the authenticator app, or a recovery code. Optional in this step.'),
  })
  .meta({ id: 'CreateSession', description: 'The credentials of the user.' });

export const CreateSessionByLink = z
  .strictObject({
    secret: secretLine(1, 100).meta(
      about('The secret of the link, which stands behind `#`.', 'Qm5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4eUoTiRwEyC'),
    ),
  })
  .meta({ id: 'CreateSessionByLink', description: 'The link that signs in.' });

/** Returns a check that exactly one of several alternative fields is given. */
const onlyOneOf =
  <Field extends string>(...fields: readonly Field[]) =>
  (given: { [K in Field]?: unknown }): boolean =>
    fields.filter((field) => (given[field] ?? null) !== null).length === 1;

export const VerifySession = z
  .strictObject({
    sign_in_token: SignInToken.meta(about('Token of the first step.', 'Zk2vQJ8nq0fWmXo3rT1yHc7eLb5dUaPs9gKxViNtBwE')),
    otp: OneTimeCode.optional().describe('Code of the authenticator app, a recovery code, or a code sent by email.'),
    passkey: PasskeyCredential.optional().describe(
      'Passkey result that the browser has created with the options for this token. Alternative to a code.',
    ),
  })
  .refine(onlyOneOf('otp', 'passkey'), { error: 'Either otp or passkey is required, not both.', path: ['otp'] })
  .meta({ id: 'VerifySession', description: 'The second factor: a code, or a passkey.' });

export const CreateSignInOptions = z
  .strictObject({
    sign_in_token: SignInToken.optional().meta(
      about('Token of the first step, if the passkey is the second factor.', 'Zk2vQJ8nq0fWmXo3rT1yHc7eLb5dUaPs9gKxViNtBwE'),
    ),
  })
  .meta({ id: 'CreateSignInOptions', description: 'The purpose of the passkey.' });

export const CreatePasskeySession = z
  .strictObject({ credential: PasskeyCredential.describe('Passkey result that the browser has created with the options.') })
  .meta({ id: 'CreatePasskeySession', description: 'The passkey for the sign-in.' });

export const UpdateSession = z
  .strictObject({ account_id: Id.describe('Id of one of your accounts.') })
  .meta({ id: 'UpdateSession', description: 'The account to switch the session to.' });

export const ConfirmSession = z
  .strictObject({
    password: GivenPassword.optional(),
    otp: OneTimeCode.optional().describe(
      'Code of the authenticator app, or a recovery code, for users with two-factor authentication.',
    ),
    passkey: PasskeyCredential.optional().describe(
      'Passkey result that the browser has created with the options. Alternative to password and code.',
    ),
  })
  .refine(onlyOneOf('password', 'passkey'), { error: 'Either password or passkey is required, not both.', path: ['password'] })
  .meta({ id: 'ConfirmSession', description: 'Proof of the identity of the user: the password, or a passkey.' });

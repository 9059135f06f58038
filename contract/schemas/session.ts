import { z } from 'zod';
import { PasskeyCredential } from './passkey.ts';
import { about, Id, ifGiven, Time } from './primitives.ts';
import { OneTimeCode } from './two-factor.ts';

export const Session = z
  .strictObject({
    id: Id.describe('Id of the session.'),
    account_id: Id.describe('The account that it acts in.'),
    current: z.boolean().describe('Whether this request came with it.'),
    created_at: Time.describe('When the user signed in.'),
    last_used_at: Time.describe('When it was last used, to the minute.'),
    last_used_from: z
      .string()
      .nullable()
      .meta(about('The address that it was last used from; null when it is not known.', '203.0.113.7')),
    user_agent: z
      .string()
      .meta(about('What the browser calls itself.', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')),
    authenticated_at: Time.describe('When the user last proved who it is.'),
    single_sign_on: z
      .boolean()
      .describe('Whether the identity provider of the account has opened it, so that it acts in this account alone.'),
    expires_at: Time.describe('When it ends, however much it is used.'),
  })
  .meta({ id: 'Session', description: 'A browser that is signed in. Its secret is in a cookie alone.' });
export type Session = z.infer<typeof Session>;

const SignInToken = z.string().min(1).max(100);

export const SignInStep = z
  .strictObject({
    sign_in_token: z.string().meta(about('To be sent back with the code.', 'Zk2vQJ8nq0fWmXo3rT1yHc7eLb5dUaPs9gKxViNtBwE')),
    methods: z
      .array(z.enum(['totp', 'recovery_code', 'email', 'passkey']))
      .meta(about('What will do: `email` is a code that was sent just now.', ['totp', 'recovery_code'])),
    expires_at: Time.describe('Until when it can be completed.'),
  })
  .meta({ id: 'PendingSignIn', description: 'The password was right, and a second factor is asked for.' });

export const SignIn = z
  .strictObject({
    session: Session.nullable().describe('The session, whose cookie came with this reply; null: a second factor is asked for.'),
    second_factor: SignInStep.nullable().describe('What is asked for besides; null: nothing.'),
  })
  .meta({ id: 'SignIn', description: 'A session, or what it still takes to have one.' });
export type SignIn = z.infer<typeof SignIn>;

export const EmailAddress = z
  .email({ error: ifGiven('Must be an email address.') })
  .max(255)
  .meta({ examples: ['ada@example.com'] });
/** As it was given once: whether it is a good one is asked when it is set. */
export const GivenPassword = z.string().min(1).max(200).meta(about('The password.', 'seven green lanterns'));

export const CreateSession = z
  .strictObject({
    email: EmailAddress.describe('Address of the user, in whatever case.'),
    password: GivenPassword,
    otp: OneTimeCode.optional().describe(
      'A code of the authenticator app, or a recovery code, if it is known already that one is asked for.',
    ),
  })
  .meta({ id: 'CreateSession', description: 'Who signs in.' });

/** Of several ways to prove something, one is taken. */
const onlyOneOf =
  <Field extends string>(...fields: readonly Field[]) =>
  (given: { [K in Field]?: unknown }): boolean =>
    fields.filter((field) => (given[field] ?? null) !== null).length === 1;

export const VerifySession = z
  .strictObject({
    sign_in_token: SignInToken.meta(about('Of the first step.', 'Zk2vQJ8nq0fWmXo3rT1yHc7eLb5dUaPs9gKxViNtBwE')),
    otp: OneTimeCode.optional().describe(
      'A code of the authenticator app, a recovery code, or the code that was sent by e-mail.',
    ),
    passkey: PasskeyCredential.optional().describe('In place of a code: what the browser made of the options for this token.'),
  })
  .refine(onlyOneOf('otp', 'passkey'), { error: 'Must be either otp or passkey.', path: ['otp'] })
  .meta({ id: 'VerifySession', description: 'The second factor: a code, or a passkey.' });

export const CreateSignInOptions = z
  .strictObject({
    sign_in_token: SignInToken.optional().meta(
      about('Of the first step, where the passkey is the second factor.', 'Zk2vQJ8nq0fWmXo3rT1yHc7eLb5dUaPs9gKxViNtBwE'),
    ),
  })
  .meta({ id: 'CreateSignInOptions', description: 'What the passkey is for.' });

export const CreatePasskeySession = z
  .strictObject({ credential: PasskeyCredential.describe('What the browser made of the options.') })
  .meta({ id: 'CreatePasskeySession', description: 'The passkey that signs in.' });

export const UpdateSession = z
  .strictObject({ account_id: Id.describe('An account that the user is a member of.') })
  .meta({ id: 'UpdateSession', description: 'The account that the session acts in from now on.' });

export const ConfirmSession = z
  .strictObject({
    password: GivenPassword.optional(),
    otp: OneTimeCode.optional().describe('A code of the authenticator app, or a recovery code; for users who have one.'),
    passkey: PasskeyCredential.optional().describe('In place of both: what the browser made of the options.'),
  })
  .refine(onlyOneOf('password', 'passkey'), { error: 'Must be either password or passkey.', path: ['password'] })
  .meta({ id: 'ConfirmSession', description: 'Proof that it is the user: the password, or a passkey.' });

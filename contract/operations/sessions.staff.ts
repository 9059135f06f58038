/**
 * Sign-in of staff over HTTP. These operations have no command, because no command signs in. The secret of a session is in a cookie
 * that no script can read. None accepts an `Idempotency-Key`, because codes are valid once and replies contain secrets.
 */
import { STAFF_ROLES } from '@innkeeper/model/people/staff';
import { z } from 'zod';
import { staffSignIn } from '../operator/define.ts';
import { At, emailAddress } from '../operator/fields.ts';
import { NewPassword } from '../schemas/password.ts';
import { Id } from '../schemas/primitives.ts';
import { GivenPassword } from '../schemas/session.ts';
import { CompleteSingleSignOn } from '../schemas/single-sign-on.ts';
import { EnableTwoFactor, OneTimeCode } from '../schemas/two-factor.ts';

const otp = OneTimeCode.describe('Code of the authenticator app, or a recovery code. Each code is accepted once.');
const secret = z.string().min(1).max(100).meta({ description: 'Secret that `./innkeeper staff invite` printed.' });

const StaffSession = z.strictObject({
  id: Id,
  staff: z.strictObject({ id: Id, email: z.string(), name: z.string(), role: z.enum(STAFF_ROLES) }),
  created_at: At,
  /** Time at which the person last authenticated. */
  authenticated_at: At,
  /** Time at which the session ends regardless of use. Without use it ends after 30 minutes. */
  expires_at: At,
  recovery_codes_left: z.int(),
});

const Redirect = z.strictObject({
  /** URL to send the browser to. */
  url: z.string(),
  /** Time until which the browser must return. */
  expires_at: At,
});

export const staffSessions = {
  createStaffSession: staffSignIn({
    method: 'POST',
    path: '/operator/sessions',
    status: 201,
    summary: 'sign in; the reply sets the session cookie',
    changes: true,
    anonymous: true,
    input: z.strictObject({
      email: emailAddress.meta({ description: 'email address of the person' }),
      password: GivenPassword,
      otp,
    }),
    reply: StaffSession,
    failures: ['wrong_credentials', 'foreign_origin'],
  }),
  showStaffSession: staffSignIn({
    method: 'GET',
    path: '/operator/sessions/current',
    status: 200,
    summary: 'show the current session',
    changes: false,
    input: z.strictObject({}),
    reply: StaffSession,
    failures: ['wrong_state'],
  }),
  confirmStaffSession: staffSignIn({
    method: 'POST',
    path: '/operator/sessions/confirm',
    status: 200,
    summary: 'authenticate again, for operations that need authentication within 15 minutes',
    changes: true,
    input: z.strictObject({ password: GivenPassword, otp }),
    reply: StaffSession,
    failures: ['wrong_credentials', 'wrong_state', 'foreign_origin'],
  }),
  deleteStaffSession: staffSignIn({
    method: 'DELETE',
    path: '/operator/sessions/current',
    status: 200,
    summary: 'sign out',
    changes: true,
    input: z.strictObject({}),
    reply: z.strictObject({ id: Id }),
    failures: ['wrong_state', 'foreign_origin'],
  }),
  beginStaffSetUp: staffSignIn({
    method: 'POST',
    path: '/operator/sessions/setup',
    status: 201,
    summary: 'choose a password and get the secret for an authenticator app',
    changes: true,
    anonymous: true,
    input: z.strictObject({ secret, password: NewPassword }),
    reply: z.strictObject({ email: z.string(), name: z.string(), secret_key: z.string(), otp_auth_url: z.string() }),
    failures: ['foreign_origin'],
  }),
  completeStaffSetUp: staffSignIn({
    method: 'POST',
    path: '/operator/sessions/setup/confirm',
    status: 200,
    summary: 'confirm the authenticator app with a code, and get recovery codes, which are shown once',
    changes: true,
    anonymous: true,
    input: z.strictObject({ secret, otp: EnableTwoFactor.shape.otp }),
    reply: z.strictObject({ recovery_codes: z.array(z.string()) }),
    failures: ['wrong_state', 'foreign_origin'],
  }),
  beginStaffSignOn: staffSignIn({
    method: 'POST',
    path: '/operator/sessions/single-sign-on',
    status: 201,
    summary: 'start a sign-in with the identity provider, or link a person to it with the secret of an invitation',
    changes: true,
    anonymous: true,
    input: z.strictObject({ secret: secret.optional() }),
    reply: Redirect,
    failures: ['wrong_state', 'identity_provider_failed', 'foreign_origin'],
  }),
  completeStaffSignOn: staffSignIn({
    method: 'POST',
    path: '/operator/sessions/single-sign-on/complete',
    status: 201,
    summary: 'complete a sign-in or confirmation at the identity provider; the reply sets the session cookie',
    changes: true,
    anonymous: true,
    input: CompleteSingleSignOn,
    reply: StaffSession,
    failures: ['single_sign_on_refused', 'identity_provider_failed', 'foreign_origin'],
  }),
  beginStaffConfirmation: staffSignIn({
    method: 'POST',
    path: '/operator/sessions/confirm/single-sign-on',
    status: 201,
    summary: 'start authenticating again with the identity provider, which asks for the credentials',
    changes: true,
    input: z.strictObject({}),
    reply: Redirect,
    failures: ['wrong_state', 'identity_provider_failed', 'foreign_origin'],
  }),
};

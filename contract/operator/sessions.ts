/**
 * How the staff signs in over HTTP: routes of their own beside those of the operator's operations, since no command signs in. The secret of a
 * session is in a cookie that no script can read.
 */
import { STAFF_ROLES } from '@innkeeper/model/staff';
import { z } from 'zod';
import type { Method } from '../define.ts';
import { NewPassword } from '../schemas/password.ts';
import { Id } from '../schemas/primitives.ts';
import { GivenPassword } from '../schemas/session.ts';
import { CompleteSingleSignOn } from '../schemas/single-sign-on.ts';
import { EnableTwoFactor, OneTimeCode } from '../schemas/two-factor.ts';
import type { Dated, OperatorOperation } from './define.ts';
import { At, emailAddress } from './fields.ts';

/** The cookie of a session. `__Host-`: browsers take it with `Secure`, `Path=/` and no domain only, so no other host of the domain can set it. */
export const STAFF_COOKIE = '__Host-innkeeper-staff';

export interface StaffSessionEntry extends Pick<OperatorOperation, 'summary' | 'changes' | 'input' | 'reply' | 'failures'> {
  method: Method;
  /** In the form of OpenAPI, without `/v1`. */
  path: string;
  status: 200 | 201;
  /** For who is not signed in. */
  anonymous?: boolean;
}

const entry = <const T extends StaffSessionEntry>(one: T): T => one;

const otp = OneTimeCode.describe('A code of the authenticator app, or a recovery code. Each is taken once.');
const secret = z.string().min(1).max(100).meta({ description: 'What `./innkeeper staff invite` has printed.' });

const StaffSession = z.strictObject({
  id: Id,
  staff: z.strictObject({ id: Id, email: z.string(), name: z.string(), role: z.enum(STAFF_ROLES) }),
  created_at: At,
  /** When the person has last proven who it is. */
  authenticated_at: At,
  /** Whatever it is used for; without use it ends after 30 minutes. */
  expires_at: At,
  recovery_codes_left: z.int(),
});

const Redirect = z.strictObject({
  /** Where to send the browser. */
  url: z.string(),
  /** Until when it can come back. */
  expires_at: At,
});

export const STAFF_SESSION_ENTRIES = {
  createStaffSession: entry({
    method: 'POST',
    path: '/operator/sessions',
    status: 201,
    summary: 'sign in; the session is in the cookie of the reply',
    changes: true,
    anonymous: true,
    input: z.strictObject({
      email: emailAddress.meta({ description: "the person's email address" }),
      password: GivenPassword,
      otp,
    }),
    reply: StaffSession,
    failures: ['wrong_credentials', 'foreign_origin'],
  }),
  showStaffSession: entry({
    method: 'GET',
    path: '/operator/sessions/current',
    status: 200,
    summary: 'show who is signed in',
    changes: false,
    input: z.strictObject({}),
    reply: StaffSession,
    failures: ['wrong_state'],
  }),
  confirmStaffSession: entry({
    method: 'POST',
    path: '/operator/sessions/confirm',
    status: 200,
    summary: 'prove again who is signed in, for what asks for a proof of the last 15 minutes',
    changes: true,
    input: z.strictObject({ password: GivenPassword, otp }),
    reply: StaffSession,
    failures: ['wrong_credentials', 'wrong_state', 'foreign_origin'],
  }),
  deleteStaffSession: entry({
    method: 'DELETE',
    path: '/operator/sessions/current',
    status: 200,
    summary: 'sign out',
    changes: true,
    input: z.strictObject({}),
    reply: z.strictObject({ id: Id }),
    failures: ['wrong_state', 'foreign_origin'],
  }),
  beginStaffSetUp: entry({
    method: 'POST',
    path: '/operator/sessions/setup',
    status: 201,
    summary: 'choose a password, and get the secret for an authenticator app',
    changes: true,
    anonymous: true,
    input: z.strictObject({ secret, password: NewPassword }),
    reply: z.strictObject({ email: z.string(), name: z.string(), secret_key: z.string(), otp_auth_url: z.string() }),
    failures: ['foreign_origin'],
  }),
  completeStaffSetUp: entry({
    method: 'POST',
    path: '/operator/sessions/setup/confirm',
    status: 200,
    summary: 'prove that the app has the secret, and get recovery codes, which are shown once',
    changes: true,
    anonymous: true,
    input: z.strictObject({ secret, otp: EnableTwoFactor.shape.otp }),
    reply: z.strictObject({ recovery_codes: z.array(z.string()) }),
    failures: ['wrong_state', 'foreign_origin'],
  }),
  beginStaffSignOn: entry({
    method: 'POST',
    path: '/operator/sessions/single-sign-on',
    status: 201,
    summary: 'begin to sign in by the identity provider of the staff, or with the secret of an invitation to be linked to it',
    changes: true,
    anonymous: true,
    input: z.strictObject({ secret: secret.optional() }),
    reply: Redirect,
    failures: ['wrong_state', 'identity_provider_failed', 'foreign_origin'],
  }),
  completeStaffSignOn: entry({
    method: 'POST',
    path: '/operator/sessions/single-sign-on/complete',
    status: 201,
    summary: 'complete what was begun at the identity provider; the session is in the cookie of the reply',
    changes: true,
    anonymous: true,
    input: CompleteSingleSignOn,
    reply: StaffSession,
    failures: ['single_sign_on_refused', 'identity_provider_failed', 'foreign_origin'],
  }),
  beginStaffConfirmation: entry({
    method: 'POST',
    path: '/operator/sessions/confirm/single-sign-on',
    status: 201,
    summary: 'begin to prove again who is signed in, by the identity provider, which asks for the credentials again',
    changes: true,
    input: z.strictObject({}),
    reply: Redirect,
    failures: ['wrong_state', 'identity_provider_failed', 'foreign_origin'],
  }),
} as const;

type Entries = typeof STAFF_SESSION_ENTRIES;
export type StaffSessionName = keyof Entries;
export type StaffSessionInput<Name extends StaffSessionName> = z.output<Entries[Name]['input']>;
/** As a use case makes it. */
export type StaffSessionResult<Name extends StaffSessionName> = Dated<z.output<Entries[Name]['reply']>>;

export const STAFF_SESSION_NAMES = Object.keys(STAFF_SESSION_ENTRIES) as StaffSessionName[];

/** An entry with its general type. */
export const staffSessionEntryOf = (name: StaffSessionName): StaffSessionEntry => STAFF_SESSION_ENTRIES[name];

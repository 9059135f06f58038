import { SIGN_UP_MODES } from '@innkeeper/model/people/sign-up';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, listOf, newEmailAddress, oneLine, paging } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const Rules = z.strictObject({
  mode: z.enum(SIGN_UP_MODES),
  /** Version of the terms of service, or `null` if there are none. Sign-up is impossible without terms. */
  terms_version: z.string().nullable(),
  terms_url: z.string().nullable(),
  /** Sign-ups in the last 24 hours, their limit, and the accounts opened by them. */
  asked: z.int(),
  most: z.int(),
  opened: z.int(),
});

const Signup = z.strictObject({
  id: Id,
  email: z.string(),
  /**
   * - `waiting`: the mail is not written yet.
   * - `sent`: the link is valid.
   * - `expired`: the link has expired.
   * - `account`: the account was opened.
   * - `known`: a user already has the address and was notified.
   */
  state: z.enum(['waiting', 'sent', 'expired', 'account', 'known']),
  /** Person of the host who sent the invitation, or `null` if the customer asked. */
  invited_by: z.string().nullable(),
  asked_from: z.string().nullable(),
  account: Id.nullable(),
  created_at: At,
  expires_at: At.nullable(),
});

export const signups = {
  showSignup: staffOperation({
    method: 'GET',
    path: '/operator/signups/settings',
    command: 'signup show',
    roles: ['support', 'billing', 'technical'],
    resource: 'signups',
    summary: 'show who can open an account, and the terms of service',
    changes: false,
    input: z.strictObject({}),
    reply: Rules,
    failures: [],
  }),
  setSignup: staffOperation({
    method: 'PATCH',
    path: '/operator/signups/settings',
    command: 'signup set',
    roles: [],
    resource: 'signups',
    summary: 'set who can open an account, and the terms of service; other settings stay',
    changes: true,
    input: z.strictObject({
      mode: z
        .enum(SIGN_UP_MODES, 'Must be open, invitation or closed.')
        .optional()
        .meta({ description: 'open: everybody; invitation: people whom you invite; closed: nobody (initially)', value: 'word' }),
      terms_version: oneLine(40).optional().meta({
        description: 'version of the current terms of service; each account keeps the version that it accepted',
        value: 'version',
      }),
      terms_url: z
        .url({ protocol: /^https?$/, error: 'Must be a URL such as https://www.example.com/terms.' })
        .max(500)
        .optional()
        .meta({ description: 'URL of the terms of service', value: 'url' }),
    }),
    reply: Rules,
    failures: [],
  }),
  listSignups: staffOperation({
    method: 'GET',
    path: '/operator/signups',
    command: 'signup list',
    roles: ['support', 'billing', 'technical'],
    resource: 'signups',
    summary: 'list sign-ups of the last 7 days, newest first',
    changes: false,
    input: z.strictObject(paging),
    reply: listOf(Signup),
    failures: [],
  }),
  inviteSignup: staffOperation({
    method: 'POST',
    path: '/operator/signups',
    command: 'signup invite',
    args: ['email'],
    roles: ['support', 'billing'],
    status: 201,
    resource: 'signups',
    summary: 'send a link that opens an account within 7 days, even while sign-up is by invitation',
    changes: true,
    input: z.strictObject({
      email: newEmailAddress.meta({ description: 'email address to invite', value: 'address' }),
      language: z
        .string()
        .regex(/^[a-z]{2}$/, 'Must be a language code of two letters.')
        .default('en')
        .meta({ description: 'language of the mail and of the user', value: 'code' }),
    }),
    reply: Signup,
    failures: ['wrong_state'],
  }),
};

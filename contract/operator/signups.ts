import { SIGN_UP_MODES } from '@innkeeper/model/sign-up';
import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, emailAddress, listOf, oneLine, paging } from './fields.ts';

const Rules = z.strictObject({
  mode: z.enum(SIGN_UP_MODES),
  /** Null: there are none yet, and nobody can sign up. */
  terms_version: z.string().nullable(),
  terms_url: z.string().nullable(),
  /** In the last 24 hours: how many have asked, of at most so many, and how many accounts came of it. */
  asked: z.int(),
  most: z.int(),
  opened: z.int(),
});

const Signup = z.strictObject({
  id: Id,
  email: z.string(),
  /**
   * `waiting`: the mail is to be written yet; `sent`: the link works; `expired`: it does no more; `account`: it was opened; `known`: a user has the
   * address already, and was told.
   */
  state: z.enum(['waiting', 'sent', 'expired', 'account', 'known']),
  /** Who of the host has invited; null: it was asked for. */
  invited_by: z.string().nullable(),
  asked_from: z.string().nullable(),
  account: Id.nullable(),
  created_at: At,
  expires_at: At.nullable(),
});

export const signups = {
  showSignup: operatorOperation({
    resource: 'signups',
    summary: 'show who can open an account, and on which terms of service',
    changes: false,
    input: z.strictObject({}),
    reply: Rules,
    failures: [],
  }),
  setSignup: operatorOperation({
    resource: 'signups',
    summary: 'set who can open an account, and on which terms of service; what is not named stays',
    changes: true,
    input: z.strictObject({
      mode: z
        .enum(SIGN_UP_MODES, 'Must be open, invitation or closed.')
        .optional()
        .meta({ description: 'open: everybody; invitation: whom you invite; closed: nobody (at first)', value: 'word' }),
      terms_version: oneLine(40).optional().meta({
        description: 'what the terms of service of now are called; each account keeps the version that it accepted',
        value: 'version',
      }),
      terms_url: z
        .url({ protocol: /^https?$/, error: 'Must be a URL such as https://www.example.com/terms.' })
        .max(500)
        .optional()
        .meta({ description: 'where they can be read', value: 'url' }),
    }),
    reply: Rules,
    failures: [],
  }),
  listSignups: operatorOperation({
    resource: 'signups',
    summary: 'list who wants an account, the latest first; for 7 days',
    changes: false,
    input: z.strictObject(paging),
    reply: listOf(Signup),
    failures: [],
  }),
  inviteSignup: operatorOperation({
    resource: 'signups',
    summary: 'send an address a link with which it opens an account within 7 days, also while sign-up is by invitation',
    changes: true,
    args: ['email'],
    input: z.strictObject({
      email: emailAddress.meta({ description: 'who is invited', value: 'address' }),
      language: z
        .string()
        .regex(/^[a-z]{2}$/, 'Must be a language code of two letters.')
        .default('en')
        .meta({ description: 'of the mail, and of the user', value: 'code' }),
    }),
    reply: Signup,
    failures: ['wrong_state'],
  }),
};

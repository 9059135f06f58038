import { MOST_ACCESS_MINUTES, SUPPORT_SCOPES } from '@innkeeper/model/support-access';
import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, accountArgument, idArgument, listOf, oneLine, paging, wholeNumber } from './fields.ts';

const Scope = z.enum(SUPPORT_SCOPES, `Must be one of ${SUPPORT_SCOPES.join(', ')}.`);

const Access = z.strictObject({
  id: Id,
  account: Id,
  staff: Id,
  /** Name of the person. */
  person: z.string(),
  scope: Scope,
  /** By which consent of the account; null: without one. */
  grant: Id.nullable(),
  /** Why the glass was broken; null: it was not. */
  reason: z.string().nullable(),
  state: z.enum(['open', 'expired', 'ended']),
  created_at: At,
  expires_at: At,
  last_used_at: At.nullable(),
  last_used_from: z.string().nullable(),
});

/** By which an access can be opened now. */
const Grant = z.strictObject({
  id: Id,
  scope: Scope,
  ticket: Id.nullable(),
  granted_by: z.string().nullable(),
  expires_at: At,
});

const Opened = z.strictObject({
  id: Id,
  token: z.string(),
  account: Id,
  person: z.string(),
  scope: Scope,
  expires_at: At,
});

const wanted = {
  account: accountArgument,
  person: z
    .string()
    .min(1)
    .max(254)
    .optional()
    .meta({ description: 'id or email address of the person who acts; over HTTP it is who asks', value: 'person' }),
  scope: Scope.default('read').meta({ description: 'read, or write, which runs servers besides', value: 'scope' }),
  minutes: wholeNumber(1, MOST_ACCESS_MINUTES)
    .default(MOST_ACCESS_MINUTES)
    .meta({ description: `minutes until it ends, at most ${MOST_ACCESS_MINUTES}`, value: 'n' }),
};

/** The staff inside an account, on the customers' operations: by consent, or for a reason that the account is told. */
export const access = {
  openAccess: operatorOperation({
    resource: 'access',
    summary: 'open an access of the staff to an account that consents to it; its token is shown once',
    changes: true,
    args: ['account'],
    input: z.strictObject(wanted),
    secret: true,
    reply: Opened,
    failures: ['not_found', 'wrong_state'],
  }),
  forceAccess: operatorOperation({
    resource: 'access',
    verb: 'break-glass',
    summary: 'open an access of the staff to an account without its consent, which is told who and why at once',
    changes: true,
    args: ['account'],
    input: z.strictObject({
      ...wanted,
      reason: oneLine(500)
        .min(10, 'Must have at least 10 characters.')
        .meta({ description: 'why, in 10 to 500 characters; the account reads it', value: 'sentence' }),
    }),
    secret: true,
    reply: Opened,
    failures: ['not_found', 'wrong_state'],
  }),
  listAccess: operatorOperation({
    resource: 'access',
    summary: 'list the consents of an account, and the accesses of the staff to it, the latest first',
    changes: false,
    args: ['account'],
    input: z.strictObject({ account: accountArgument, ...paging }),
    reply: listOf(Access).extend({ grants: z.array(Grant) }),
    failures: ['not_found'],
  }),
  endAccess: operatorOperation({
    resource: 'access',
    summary: 'end an access of the staff to an account at once',
    changes: true,
    args: ['access'],
    input: z.strictObject({ access: idArgument('access, as access list shows it') }),
    reply: z.strictObject({ id: Id, account: Id, person: z.string() }),
    failures: ['not_found'],
  }),
};

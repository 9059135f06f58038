import { MAX_ACCESS_MINUTES, SUPPORT_SCOPES } from '@innkeeper/model/people/support-access';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, accountArgument, idArgument, listOf, oneLine, paging, wholeNumber } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const Scope = z.enum(SUPPORT_SCOPES, `Must be one of ${SUPPORT_SCOPES.join(', ')}.`);

const Access = z.strictObject({
  id: Id,
  account: Id,
  staff: Id,
  /** Name of the person. */
  person: z.string(),
  scope: Scope,
  /** Consent of the account that allows the access, or `null` for an access without consent. */
  grant: Id.nullable(),
  /** Reason for opening the access without consent, or `null`. */
  reason: z.string().nullable(),
  state: z.enum(['open', 'expired', 'ended']),
  created_at: At,
  expires_at: At,
  last_used_at: At.nullable(),
  last_used_from: z.string().nullable(),
});

/** Consent that allows opening an access now. */
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

const requestFields = {
  account: accountArgument,
  person: z
    .string()
    .min(1)
    .max(254)
    .optional()
    .meta({ description: 'id or email address of the staff member who acts (over HTTP: always the caller)', value: 'person' }),
  scope: Scope.default('read').meta({
    description: 'read, or write, which can also change things such as running servers',
    value: 'scope',
  }),
  minutes: wholeNumber(1, MAX_ACCESS_MINUTES)
    .default(MAX_ACCESS_MINUTES)
    .meta({ description: `minutes until the access ends, at most ${MAX_ACCESS_MINUTES}`, value: 'n' }),
};

/** Access of staff to an account, through the customers' operations. It needs consent, or a reason that the account is shown. */
export const access = {
  openAccess: staffOperation({
    method: 'POST',
    path: '/operator/accounts/{account}/access',
    command: 'access open',
    args: ['account'],
    roles: ['support', 'technical'],
    status: 201,
    resource: 'access',
    summary: 'open a staff access to an account that consents, and show its token once',
    changes: true,
    input: z.strictObject(requestFields),
    secret: true,
    reply: Opened,
    failures: ['not_found', 'wrong_state'],
  }),
  forceAccess: staffOperation({
    method: 'POST',
    path: '/operator/accounts/{account}/break-glass',
    command: 'access break-glass',
    args: ['account'],
    roles: ['technical'],
    status: 201,
    recent: true,
    resource: 'access',
    summary: 'open a staff access to an account without consent, and notify the account of the person and reason at once',
    changes: true,
    input: z.strictObject({
      ...requestFields,
      reason: oneLine(500)
        .min(10, 'Must have at least 10 characters.')
        .meta({ description: 'reason, in 10 to 500 characters; shown to the account', value: 'sentence' }),
    }),
    secret: true,
    reply: Opened,
    failures: ['not_found', 'wrong_state'],
  }),
  listAccess: staffOperation({
    method: 'GET',
    path: '/operator/accounts/{account}/access',
    command: 'access list',
    args: ['account'],
    roles: ['support', 'technical'],
    resource: 'access',
    summary: 'list the consents of an account and the staff accesses to it, newest first',
    changes: false,
    input: z.strictObject({ account: accountArgument, ...paging }),
    reply: listOf(Access).extend({ grants: z.array(Grant) }),
    failures: ['not_found'],
  }),
  endAccess: staffOperation({
    method: 'DELETE',
    path: '/operator/access/{access}',
    command: 'access end',
    args: ['access'],
    roles: ['support', 'technical'],
    resource: 'access',
    summary: 'end a staff access to an account at once',
    changes: true,
    input: z.strictObject({ access: idArgument('access, as `access list` shows it') }),
    reply: z.strictObject({ id: Id, account: Id, person: z.string() }),
    failures: ['not_found'],
  }),
};

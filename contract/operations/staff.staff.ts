import { STAFF_ROLES } from '@innkeeper/model/people/staff';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, customerName, idArgument, listOf, newEmailAddress, oneLine, paging, wholeNumber } from '../operator/fields.ts';
import { Id, isUnique, NetworkText } from '../schemas/primitives.ts';

const Role = z.enum(STAFF_ROLES, `Must be one of ${STAFF_ROLES.join(', ')}.`);

const Person = z.strictObject({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: Role,
  created_at: At,
  disabled_at: At.nullable(),
  /** Number of valid tokens. */
  tokens: z.int(),
});

const StaffToken = z.strictObject({
  id: Id,
  staff: Id,
  email: z.string(),
  /** Token of a program, or session of a browser. */
  kind: z.enum(['token', 'session']),
  name: z.string(),
  /** First characters of the token. Empty for a session. */
  hint: z.string(),
  networks: z.array(z.string()),
  state: z.enum(['valid', 'expired', 'revoked', 'disabled']),
  created_at: At,
  expires_at: At,
  last_used_at: At.nullable(),
  last_used_from: z.string().nullable(),
});

const person = z.string().min(1).max(254).meta({ description: 'id or email address of the person', value: 'person' });
const role = Role.meta({ description: `role of the person: ${STAFF_ROLES.join(', ')}`, value: 'role' });
const name = customerName.meta({ description: 'name of the person, shown to customers and in the audit log', value: 'name' });
const email = newEmailAddress.meta({ description: 'email address of the person', value: 'address' });
const networks = z
  .array(NetworkText)
  .max(100)
  .refine(isUnique, 'Must not contain the same network twice.')
  .default([])
  .meta({ description: 'networks that the token works from, in CIDR form (default: everywhere)', value: 'list' });

export const staff = {
  addStaff: staffOperation({
    method: 'POST',
    path: '/operator/staff',
    command: 'staff add',
    roles: [],
    status: 201,
    recent: true,
    resource: 'staff',
    summary: 'add a person to the staff',
    changes: true,
    input: z.strictObject({ email, name, role }),
    reply: Person,
    failures: [],
  }),
  listStaff: staffOperation({
    method: 'GET',
    path: '/operator/staff',
    command: 'staff list',
    roles: ['support', 'billing', 'technical'],
    resource: 'staff',
    summary: 'list the staff',
    changes: false,
    input: z.strictObject(paging),
    reply: listOf(Person),
    failures: [],
  }),
  setStaff: staffOperation({
    method: 'PATCH',
    path: '/operator/staff/{person}',
    command: 'staff set',
    args: ['person'],
    roles: [],
    recent: true,
    resource: 'staff',
    summary: 'change name, address or role of a staff member, also for existing tokens',
    changes: true,
    input: z.strictObject({ person, email: email.optional(), name: name.optional(), role: role.optional() }),
    reply: Person,
    failures: ['not_found'],
  }),
  disableStaff: staffOperation({
    method: 'POST',
    path: '/operator/staff/{person}/disable',
    command: 'staff disable',
    args: ['person'],
    roles: [],
    resource: 'staff',
    summary: 'disable a staff member, and all their tokens and sessions',
    changes: true,
    input: z.strictObject({ person }),
    reply: Person,
    failures: ['not_found', 'wrong_state'],
  }),
  enableStaff: staffOperation({
    method: 'POST',
    path: '/operator/staff/{person}/enable',
    command: 'staff enable',
    args: ['person'],
    roles: [],
    recent: true,
    resource: 'staff',
    summary: 'enable a disabled staff member; previous tokens and sign-in stay revoked',
    changes: true,
    input: z.strictObject({ person }),
    reply: Person,
    failures: ['not_found', 'wrong_state'],
  }),
  inviteStaff: staffOperation({
    command: 'staff invite',
    args: ['person'],
    hostOnly: 'Setting up the sign-in of a person allows acting as that person, so it needs access to the host.',
    resource: 'staff',
    summary:
      'print a secret with which a staff member sets up their sign-in once within 24 hours; ends their sessions and previous sign-in',
    changes: true,
    input: z.strictObject({ person }),
    secret: true,
    reply: z.strictObject({ secret: z.string(), id: Id, email: z.string(), role: Role, expires_at: At, ended: z.int() }),
    failures: ['not_found', 'wrong_state'],
  }),
  tokenStaff: staffOperation({
    method: 'POST',
    path: '/operator/staff/{person}/tokens',
    command: 'staff token',
    args: ['person'],
    roles: [],
    status: 201,
    recent: true,
    resource: 'staff',
    summary: 'create a token for a staff member, for /v1/operator, and show it once',
    changes: true,
    input: z.strictObject({
      person,
      name: oneLine(100).default('command line').meta({ description: 'name to recognise the token by', value: 'name' }),
      days: wholeNumber(1, 365).default(90).meta({ description: 'days until the token expires', value: 'n' }),
      networks,
    }),
    secret: true,
    reply: z.strictObject({ id: Id, token: z.string(), email: z.string(), role: Role, expires_at: At }),
    failures: ['not_found', 'wrong_state'],
  }),
  tokensStaff: staffOperation({
    method: 'GET',
    path: '/operator/staff/tokens',
    command: 'staff tokens',
    roles: [],
    resource: 'staff',
    summary: 'list the tokens and sessions of the staff, with their last use',
    changes: false,
    input: z.strictObject({ person: person.optional(), ...paging }),
    reply: listOf(StaffToken),
    failures: ['not_found'],
  }),
  revokeStaff: staffOperation({
    method: 'DELETE',
    path: '/operator/staff/tokens/{token}',
    command: 'staff revoke-token',
    args: ['token'],
    roles: [],
    resource: 'staff',
    summary: 'revoke a token of the staff, or end a session, at once',
    changes: true,
    input: z.strictObject({ token: idArgument('token, as `staff tokens` shows it') }),
    reply: z.strictObject({ id: Id, email: z.string() }),
    failures: ['not_found'],
  }),
};

import { STAFF_ROLES } from '@innkeeper/model/staff';
import { z } from 'zod';
import { Id, isUnique, NetworkText } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, customerName, emailAddress, idArgument, listOf, oneLine, paging, wholeNumber } from './fields.ts';

const Role = z.enum(STAFF_ROLES, `Must be one of ${STAFF_ROLES.join(', ')}.`);

const Person = z.strictObject({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: Role,
  created_at: At,
  disabled_at: At.nullable(),
  /** That work. */
  tokens: z.int(),
});

const StaffToken = z.strictObject({
  id: Id,
  staff: Id,
  email: z.string(),
  /** A program's token, or a browser that is signed in. */
  kind: z.enum(['token', 'session']),
  name: z.string(),
  /** Its first characters; of a session none. */
  hint: z.string(),
  networks: z.array(z.string()),
  state: z.enum(['valid', 'expired', 'revoked', 'disabled']),
  created_at: At,
  expires_at: At,
  last_used_at: At.nullable(),
  last_used_from: z.string().nullable(),
});

const person = z.string().min(1).max(254).meta({ description: 'id or email address of the person', value: 'person' });
const role = Role.meta({ description: `${STAFF_ROLES.join(', ')}: which operations the person may use`, value: 'role' });
const name = customerName.meta({ description: "the person's name, which customers and the audit log show", value: 'name' });
const email = emailAddress.meta({ description: "the person's email address", value: 'address' });
const networks = z
  .array(NetworkText)
  .max(100)
  .refine(isUnique, 'Must not contain the same network twice.')
  .default([])
  .meta({ description: 'networks that it works from, in CIDR form (default: from everywhere)', value: 'list' });

export const staff = {
  addStaff: operatorOperation({
    resource: 'staff',
    summary: 'add a person to the staff',
    changes: true,
    input: z.strictObject({ email, name, role }),
    reply: Person,
    failures: [],
  }),
  listStaff: operatorOperation({
    resource: 'staff',
    summary: 'list the staff',
    changes: false,
    input: z.strictObject(paging),
    reply: listOf(Person),
    failures: [],
  }),
  setStaff: operatorOperation({
    resource: 'staff',
    summary: 'change the name, the address or the role of a person of the staff, for existing tokens too',
    changes: true,
    args: ['person'],
    input: z.strictObject({ person, email: email.optional(), name: name.optional(), role: role.optional() }),
    reply: Person,
    failures: ['not_found'],
  }),
  disableStaff: operatorOperation({
    resource: 'staff',
    summary: 'disable a person of the staff: none of its tokens and sessions works any more',
    changes: true,
    args: ['person'],
    input: z.strictObject({ person }),
    reply: Person,
    failures: ['not_found', 'wrong_state'],
  }),
  enableStaff: operatorOperation({
    resource: 'staff',
    summary: 'enable a disabled person of the staff; its tokens and sign-in of before stay revoked',
    changes: true,
    args: ['person'],
    input: z.strictObject({ person }),
    reply: Person,
    failures: ['not_found', 'wrong_state'],
  }),
  inviteStaff: operatorOperation({
    resource: 'staff',
    summary:
      'let a person of the staff set up its sign-in by a secret that works once, for 24 hours; ends its sessions, and what it signed in with before',
    changes: true,
    args: ['person'],
    input: z.strictObject({ person }),
    secret: true,
    reply: z.strictObject({ secret: z.string(), id: Id, email: z.string(), role: Role, expires_at: At, ended: z.int() }),
    failures: ['not_found', 'wrong_state'],
  }),
  tokenStaff: operatorOperation({
    resource: 'staff',
    summary: 'create a token for a person of the staff, for /v1/operator; it is shown once',
    changes: true,
    args: ['person'],
    input: z.strictObject({
      person,
      name: oneLine(100).default('command line').meta({ description: 'a name to recognise it by', value: 'name' }),
      days: wholeNumber(1, 365).default(90).meta({ description: 'days until it expires', value: 'n' }),
      networks,
    }),
    secret: true,
    reply: z.strictObject({ id: Id, token: z.string(), email: z.string(), role: Role, expires_at: At }),
    failures: ['not_found', 'wrong_state'],
  }),
  tokensStaff: operatorOperation({
    resource: 'staff',
    summary: 'list the tokens and sessions of the staff, with their last use',
    changes: false,
    input: z.strictObject({ person: person.optional(), ...paging }),
    reply: listOf(StaffToken),
    failures: ['not_found'],
  }),
  revokeStaff: operatorOperation({
    resource: 'staff',
    verb: 'revoke-token',
    summary: 'revoke a token of the staff, or end a session, at once',
    changes: true,
    args: ['token'],
    input: z.strictObject({ token: idArgument('token, as staff tokens shows it') }),
    reply: z.strictObject({ id: Id, email: z.string() }),
    failures: ['not_found'],
  }),
};

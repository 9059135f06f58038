import { ROLES, type Role } from '@innkeeper/model/people/roles';
import { z } from 'zod';
import { NewEmailAddress } from './email-address.ts';
import { NewPassword } from './password.ts';
import { about, Id, line, secretLine, Time } from './primitives.ts';

export const MemberRole = z.enum(ROLES as readonly [Role, ...Role[]]);

/** Roles that can be assigned. A user becomes owner only by accepting an offer. */
export const ASSIGNABLE_ROLES = ['admin', 'billing', 'technical', 'read-only'] as const;
const AssignableRole = z.enum(ASSIGNABLE_ROLES);

const member = {
  id: Id.describe('Id of the member.'),
  name: z.string().meta(about('Name of the user.', 'Grace Example')),
  email: z.string().meta(about('Email address of the user.', 'grace@example.com')),
  role: MemberRole.meta(about('Role of the member. A word of a closed list.', 'technical')),
  '2fa_enabled': z.boolean().describe('True if the user signs in with a code of an authenticator app.'),
  joined_at: Time.describe('Time when the user joined.'),
  ownership_offered_until: Time.nullable().describe(
    'Latest time for this member to accept the ownership of the account, or null if there is no offer.',
  ),
};

export const Member = z.strictObject(member).meta({ id: 'Member', description: 'A user of the account.' });
export type Member = z.infer<typeof Member>;

export const UpdateMember = z
  .strictObject({ role: AssignableRole.meta(about('New role of the member.', 'billing')) })
  .meta({ id: 'UpdateMember', description: 'The new role of the member.' });

const invitation = {
  id: Id.describe('Id of the invitation.'),
  email: z.string().meta(about('Address that was invited.', 'alan@example.com')),
  role: AssignableRole.meta(about('Role of the new member.', 'technical')),
  invited_by: z
    .string()
    .nullable()
    .meta(about('Name of the member who sent the invitation, or null if that user no longer exists.', 'Ada Example')),
  created_at: Time.describe('Time when the invitation was created.'),
  sent_at: Time.describe('Time when the email was last sent.'),
  expires_at: Time.describe('Latest time to accept the invitation.'),
};

export const Invitation = z
  .strictObject(invitation)
  .meta({ id: 'Invitation', description: 'An invitation to the account that is not accepted yet.' });
export type Invitation = z.infer<typeof Invitation>;

export const CreateInvitation = z
  .strictObject({
    email: NewEmailAddress.meta(about('Email address to invite.', 'alan@example.com')),
    role: AssignableRole.meta(about('Role of the new member.', 'technical')),
  })
  .meta({ id: 'CreateInvitation', description: 'The address to invite, and the role.' });

export const AcceptInvitation = z
  .strictObject({
    secret: secretLine(1, 100).meta(about('Secret of the link in the email.', '5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4e')),
  })
  .meta({ id: 'AcceptInvitation', description: 'The secret of an invitation.' });

export const JoinWithNewUser = z
  .strictObject({
    secret: secretLine(1, 100).meta(about('Secret of the link in the email.', '5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4e')),
    name: line(1, 100).meta(about('Name of the new user.', 'Grace Example')),
    password: NewPassword,
  })
  .meta({ id: 'JoinWithNewUser', description: 'The secret of an invitation, and the data of the new user.' });

export const JoinedAccount = z
  .strictObject({
    account_id: Id.describe('Id of the account that the user has joined.'),
    account_name: z.string().meta(about('Name of the account.', 'Example GmbH')),
    role: MemberRole.meta(about('Role of the user in the account.', 'technical')),
  })
  .meta({ id: 'JoinedAccount', description: 'The account that was joined.' });
export type JoinedAccount = z.infer<typeof JoinedAccount>;

export const OfferOwnership = z
  .strictObject({ member_id: Id.describe('Id of the member who becomes the owner of the account.') })
  .meta({ id: 'OfferOwnership', description: 'The new owner of the account.' });

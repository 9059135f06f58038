import { ROLES, type Role } from '@innkeeper/model/roles';
import { z } from 'zod';
import { NewPassword } from './password.ts';
import { about, Id, ifGiven, line, secretLine, Time } from './primitives.ts';

export const MemberRole = z.enum(ROLES as readonly [Role, ...Role[]]);

/** An owner becomes one by an offer that is accepted. */
export const GIVEN_ROLES = ['admin', 'billing', 'technical', 'read-only'] as const;
const GivenRole = z.enum(GIVEN_ROLES);

const member = {
  id: Id.describe('Id of the member.'),
  name: z.string().meta(about('Name of the user.', 'Grace Example')),
  email: z.string().meta(about('Address that the user signs in with.', 'grace@example.com')),
  role: MemberRole.meta(about('What the member may do: a word of a closed list.', 'technical')),
  '2fa_enabled': z.boolean().describe('Whether the user signs in with a code of an authenticator app.'),
  joined_at: Time.describe('Since when the user is a member.'),
  ownership_offered_until: Time.nullable().describe(
    'Until when this member may accept the ownership of the account; null when it is not offered.',
  ),
};

export const Member = z.strictObject(member).meta({ id: 'Member', description: 'A user of the account.' });
export type Member = z.infer<typeof Member>;

export const UpdateMember = z
  .strictObject({ role: GivenRole.meta(about('What the member may do from now on.', 'billing')) })
  .meta({ id: 'UpdateMember', description: 'The role that the member gets.' });

const invitation = {
  id: Id.describe('Id of the invitation.'),
  email: z.string().meta(about('Address that was invited.', 'alan@example.com')),
  role: GivenRole.meta(about('The role that who accepts it gets.', 'technical')),
  invited_by: z.string().nullable().meta(about('Name of the member who sent it; null when that user is gone.', 'Ada Example')),
  created_at: Time.describe('When it was made.'),
  sent_at: Time.describe('When the mail was last sent.'),
  expires_at: Time.describe('Until when it can be accepted.'),
};

export const Invitation = z
  .strictObject(invitation)
  .meta({ id: 'Invitation', description: 'Somebody who was invited to the account and has not accepted yet.' });
export type Invitation = z.infer<typeof Invitation>;

export const CreateInvitation = z
  .strictObject({
    email: z
      .email({ error: ifGiven('Must be an email address.') })
      .max(255)
      .meta(about('Address of who is invited.', 'alan@example.com')),
    role: GivenRole.meta(about('The role that who accepts it gets.', 'technical')),
  })
  .meta({ id: 'CreateInvitation', description: 'Whom to invite, and as what.' });

export const AcceptInvitation = z
  .strictObject({
    secret: secretLine(1, 100).meta(about('The secret of the link in the mail.', '5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4e')),
  })
  .meta({ id: 'AcceptInvitation', description: 'The secret of an invitation.' });

export const JoinWithNewUser = z
  .strictObject({
    secret: secretLine(1, 100).meta(about('The secret of the link in the mail.', '5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4e')),
    name: line(1, 100).meta(about('Name of the new user.', 'Grace Example')),
    password: NewPassword,
  })
  .meta({ id: 'JoinWithNewUser', description: 'The secret of an invitation, and who the new user is.' });

export const JoinedAccount = z
  .strictObject({
    account_id: Id.describe('Id of the account that the user is a member of now.'),
    account_name: z.string().meta(about('Its name.', 'Example GmbH')),
    role: MemberRole.meta(about('What the user may do there.', 'technical')),
  })
  .meta({ id: 'JoinedAccount', description: 'The account that was joined.' });
export type JoinedAccount = z.infer<typeof JoinedAccount>;

export const OfferOwnership = z
  .strictObject({ member_id: Id.describe('Id of the member who shall own the account.') })
  .meta({ id: 'OfferOwnership', description: 'Who shall own the account.' });

import type { JoinedAccount, Invitation as WireInvitation, Member as WireMember } from '@innkeeper/contract/schemas/member';
import type { Invitation } from '@innkeeper/db/tables/invitations';
import type { Member } from '@innkeeper/db/tables/members';
import type { Joined } from '@innkeeper/domain/members/join';
import { iso, isoOrNull } from './time.ts';

export function presentMember(member: Member): WireMember {
  return {
    id: member.id,
    name: member.name,
    email: member.email,
    role: member.role,
    '2fa_enabled': member.two_factor,
    joined_at: iso(member.created_at),
    ownership_offered_until: isoOrNull(member.offered_until),
  };
}

export function presentInvitation(invitation: Invitation): WireInvitation {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    invited_by: invitation.inviter,
    created_at: iso(invitation.created_at),
    sent_at: iso(invitation.sent_at),
    expires_at: iso(invitation.valid_until),
  };
}

export const presentJoined = ({ accountId, account, role }: Joined): JoinedAccount => ({
  account_id: accountId,
  account_name: account,
  role,
});

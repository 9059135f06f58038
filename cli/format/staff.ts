/** Formats the staff and its tokens. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';

export function formatStaff(reply: OperatorReply<'listStaff'>): string {
  return formatPage(
    reply,
    {
      ID: ({ id }) => id,
      NAME: ({ name }) => name,
      EMAIL: ({ email }) => email,
      ROLE: ({ role }) => role,
      TOKENS: ({ tokens }) => tokens,
      DISABLED: ({ disabled_at }) => disabled_at?.slice(0, 10) ?? '',
    },
    'The staff has no members.',
  );
}

export const formatPerson = ({ id, name, email, role, disabled_at }: OperatorReply<'addStaff'>): string =>
  `${name} <${email}>, person ${id} of the staff: ${disabled_at ? 'disabled' : role}.`;

export function formatStaffTokens(reply: OperatorReply<'tokensStaff'>): string {
  return formatPage(
    reply,
    {
      ID: ({ id }) => id,
      EMAIL: ({ email }) => email,
      TOKEN: ({ kind, hint }) => (kind === 'session' ? 'session' : `${hint}...`),
      STATE: ({ state, expires_at }) => (state === 'valid' ? `until ${expires_at.slice(0, 10)}` : state),
      FROM: ({ networks }) => networks.join(','),
      'LAST USED': ({ last_used_at, last_used_from }) =>
        last_used_at ? `${last_used_at} ${last_used_from ?? ''}`.trim() : 'never',
      NAME: ({ name }) => name,
    },
    'The staff has no tokens.',
  );
}

export const formatStaffToken = ({ id, token, email, role, expires_at }: OperatorReply<'tokenStaff'>): string =>
  `${token}\n\nToken ${id} of ${email} (${role}), until ${expires_at.slice(0, 10)}. The token is not shown again.`;

export const formatInvitedStaff = ({ secret, email, expires_at }: OperatorReply<'inviteStaff'>): string =>
  `${secret}\n\nWith this secret ${email} can set up a sign-in once, until ${expires_at} (POST /v1/operator/sessions/setup). The secret is not shown again.`;

export const formatRevokedStaffToken = ({ id, email }: OperatorReply<'revokeStaff'>): string =>
  `Token ${id} of ${email} was revoked.`;

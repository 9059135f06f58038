/** Formats access tokens. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';

export function formatTokens(reply: OperatorReply<'listAllTokens'>): string {
  return formatPage(
    reply,
    {
      ID: ({ id }) => id,
      ACCOUNT: ({ email }) => email,
      TOKEN: ({ hint }) => `${hint}...`,
      ABILITIES: ({ abilities }) => abilities.join(','),
      STATE: ({ state, expires_at }) => (state === 'valid' && expires_at ? `until ${expires_at.slice(0, 10)}` : state),
      'THIS MONTH': ({ monthly_cap: cap, spent_this_month: spent }) => (cap === null ? '' : `${spent} of ${cap}`),
      'LAST USED': ({ last_used_at }) => last_used_at ?? 'never',
      NAME: ({ name }) => name,
    },
    'There are no tokens.',
  );
}

export function formatCreatedToken({ id, token, email, abilities, monthly_cap: cap }: OperatorReply<'issueAccessToken'>): string {
  const permissions = cap === null ? abilities : [...abilities, `at most ${cap} a month`];
  return `${token}\n\nToken ${id} of ${email} (${permissions.join(', ')}). The token is not shown again.`;
}

export const formatSetToken = ({ id, email, monthly_cap: cap }: OperatorReply<'setToken'>): string =>
  `Token ${id} of ${email} may spend ${cap === null ? 'as much as its account' : `${cap} a month`}.`;

export const formatRevokedToken = ({ id, email }: OperatorReply<'revokeToken'>): string => `Token ${id} of ${email} was revoked.`;

export function formatInvalidated({ file, found, known, revoked }: OperatorReply<'invalidateTokens'>): string {
  const lines = revoked.map(({ id, email, hint, current }) =>
    current
      ? `Token ${id} of ${email} (${hint}...) was revoked.`
      : `Token ${id} of ${email} stays valid. Only its secret from before the rotation was revoked.`,
  );
  return [
    `${file} contains ${found} tokens, ${known} of them of this installation. Revoked now: ${revoked.length}.`,
    ...lines,
  ].join('\n');
}

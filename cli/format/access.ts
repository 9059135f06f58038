/** Formats accesses of the staff to accounts. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';

export const formatOpenedAccess = ({ id, token, account, person, scope, expires_at }: OperatorReply<'openAccess'>): string =>
  `${token}\n\nAccess ${id} of ${person} to account ${account} (${scope}), until ${expires_at}. The token is not shown again.`;

export function formatAccesses(reply: OperatorReply<'listAccess'>): string {
  const list = formatPage(
    reply,
    {
      ID: ({ id }) => id,
      PERSON: ({ person }) => person,
      SCOPE: ({ scope }) => scope,
      STATE: ({ state, expires_at }) => (state === 'open' ? `until ${expires_at}` : state),
      'LAST USED': ({ last_used_at }) => last_used_at ?? 'never',
      WHY: ({ grant, reason }) => reason ?? `consent ${grant}`,
    },
    'No staff member accessed this account recently.',
  );
  const consents = reply.grants.map(({ id, scope, granted_by, expires_at }) => {
    const by = granted_by === null ? '' : ` by ${granted_by}`;
    return `Consent ${id}${by}: ${scope}, until ${expires_at}.`;
  });
  return [list, '', ...(consents.length > 0 ? consents : ['The account has no current consent.'])].join('\n');
}

export const formatEndedAccess = ({ id, account, person }: OperatorReply<'endAccess'>): string =>
  `Access ${id} of ${person} to account ${account} has ended.`;

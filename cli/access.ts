/** Defines the command `./innkeeper access`, with the texts that it prints. */
import { access } from '@innkeeper/contract/operations/access.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { endAccess, forceAccess, listAccess, openAccess } from '@innkeeper/operations/access.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

const COLUMNS: ColumnsOf<'listAccess'> = {
  ID: ({ id }) => id,
  PERSON: ({ person }) => person,
  SCOPE: ({ scope }) => scope,
  STATE: ({ state, expires_at }) => (state === 'open' ? `until ${expires_at}` : state),
  'LAST USED': ({ last_used_at }) => last_used_at ?? 'never',
  WHY: ({ grant, reason }) => reason ?? `consent ${grant}`,
};

const formatOpenedAccess = ({ id, token, account, person, scope, expires_at }: OperatorReply<'openAccess'>): string =>
  `${token}\n\nAccess ${id} of ${person} to account ${account} (${scope}), until ${expires_at}. The token is not shown again.`;

function formatAccesses(reply: OperatorReply<'listAccess'>): string {
  const list = formatPage(reply, COLUMNS, 'No staff member accessed this account recently.');
  const consents = reply.grants.map(({ id, scope, granted_by, expires_at }) => {
    const by = granted_by === null ? '' : ` by ${granted_by}`;
    return `Consent ${id}${by}: ${scope}, until ${expires_at}.`;
  });
  return [list, '', ...(consents.length > 0 ? consents : ['The account has no current consent.'])].join('\n');
}

const quiet = { description: 'print the token and nothing else', format: ({ token }: { token: string }) => token };

export const accessBindings: Bindings<typeof access> = {
  openAccess: { run: inOneTransaction(openAccess), format: formatOpenedAccess, quiet },
  forceAccess: { run: inOneTransaction(forceAccess), format: formatOpenedAccess, quiet },
  listAccess: { run: inOneTransaction(listAccess), format: formatAccesses },
  endAccess: {
    run: inOneTransaction(endAccess),
    format: ({ id, account, person }) => `Access ${id} of ${person} to account ${account} has ended.`,
  },
};

export function accessCommand(): Command {
  return nounCommand(
    'access',
    'manage staff access to accounts, with consent or for a reason that the account is shown',
    access,
    accessBindings,
  );
}

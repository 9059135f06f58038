/** Accounts as lines for a person. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from './page.ts';
import { formatAudit } from './steps.ts';
import { table } from './table.ts';

export function formatAccounts(reply: OperatorReply<'listAccounts'>): string {
  return formatPage(
    reply,
    {
      ID: ({ id }) => id,
      EMAIL: ({ email }) => email,
      NAME: ({ name }) => name,
      COUNTRY: ({ country }) => country,
      BALANCE: ({ balance }) => balance,
      SERVERS: ({ servers }) => servers,
      SUSPENDED: ({ suspended_at }) => suspended_at,
    },
    'There are no such accounts.',
  );
}

export function formatAccount(account: OperatorReply<'showAccount'>): string {
  const { id, email, name, country, balance, suspended_at, suspend_reason } = account;
  const lines = [
    `Account ${id}: ${email}${name ? `, ${name}` : ''}`,
    `  state     ${suspended_at ? `suspended since ${suspended_at}: ${suspend_reason}` : 'active'}`,
    `  since     ${account.created_at}, country ${country}`,
    `  balance   ${balance}; unpaid orders ${account.unpaid_orders}`,
    `  has       servers ${account.servers}, valid tokens ${account.tokens}`,
  ];
  const money = account.transactions.map((one) => [one.at, one.kind, one.amount, one.description]);
  return [lines.join('\n'), table(['TRANSACTION', 'KIND', 'AMOUNT', 'DESCRIPTION'], money), formatAudit(account.audit)].join(
    '\n\n',
  );
}

type Account = OperatorReply<'createAccount'>;

export const formatBalance = ({ id, email, balance }: Account): string => `Account ${id}: ${email}, balance ${balance}.`;

export function formatSuspended({ id, email, servers_running: running }: OperatorReply<'suspendAccount'>): string {
  const servers =
    running === 0
      ? 'None of its servers is running.'
      : `Its ${running === 1 ? 'server keeps' : `${running} servers keep`} running: ./innkeeper server list --account ${id}`;
  return `Account ${id} (${email}) is suspended: its tokens can read, but change nothing. ${servers}`;
}

export const formatResumed = ({ id, email }: Account): string => `Account ${id} (${email}) is no longer suspended.`;

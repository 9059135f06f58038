/** Defines the command `./innkeeper account`, with the texts that it prints. */
import { accounts } from '@innkeeper/contract/operations/accounts.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import {
  chargeAccount,
  createAccount,
  endAccount,
  fundAccount,
  listAccounts,
  noteAccount,
  resumeAccount,
  setAccount,
  showAccount,
  suspendAccount,
  unparkAccount,
} from '@innkeeper/operations/accounts.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction, inOneTransactionVoiding } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';
import { formatAudit } from './output/steps.ts';
import { table } from './output/table.ts';
import { formatServiceEnd } from './service.ts';

const COLUMNS: ColumnsOf<'listAccounts'> = {
  ID: ({ id }) => id,
  EMAIL: ({ email }) => email,
  NAME: ({ name }) => name,
  COUNTRY: ({ country }) => country,
  BALANCE: ({ balance }) => balance,
  SERVERS: ({ servers }) => servers,
  SUSPENDED: ({ suspended_at }) => suspended_at,
};

function formatAccount(account: OperatorReply<'showAccount'>): string {
  const { id, email, name, country, balance, suspended_at, suspend_reason, closes_at, closed_at } = account;
  const lines = [
    `Account ${id}: ${email}${name ? `, ${name}` : ''}`,
    `  state     ${suspended_at ? `suspended since ${suspended_at}: ${suspend_reason}` : 'active'}`,
    ...(closed_at ? [`  closed    ${closed_at}, by its owner`] : []),
    ...(closes_at && !closed_at ? [`  closes    ${closes_at}, as its owner requested`] : []),
    `  since     ${account.created_at}, country ${country}`,
    `  balance   ${balance}; unpaid orders ${account.unpaid_orders}${unpaidNumbers(account)}`,
    ...billingLines(account.billing),
    spendingLine(account.spending),
    `  has       servers ${account.servers}, valid tokens ${account.tokens}`,
  ];
  const money = account.transactions.map((one) => [one.at, one.kind, one.amount, one.description]);
  const notes = account.notes.map((note) => [note.at, note.by, note.text.replaceAll('\n', ' ')]);
  return [
    lines.join('\n'),
    ...(notes.length > 0 ? [table(['NOTE', 'BY', 'TEXT'], notes)] : []),
    table(['TRANSACTION', 'KIND', 'AMOUNT', 'DESCRIPTION'], money),
    formatAudit(account.audit),
  ].join('\n\n');
}

const unpaidNumbers = ({ unpaid_orders: all, unpaid_order_ids: ids }: OperatorReply<'showAccount'>): string =>
  all === 0 ? '' : ` (${ids.join(', ')}${all > ids.length ? ' and more' : ''})`;

const spendingLine = ({ monthly_cap: cap, spent_this_month: spent }: OperatorReply<'setAccount'>['spending']): string =>
  `  spent     ${spent} this month${cap === null ? '' : `, of ${cap}`}`;

type Billing = OperatorReply<'setAccount'>['billing'];

function billingLines({ vat, vat_check: check, ...billing }: Billing): string[] {
  const { company, company_name, company_address, company_number, address, postal_code, city, vat_number } = billing;
  const place = [address, [postal_code, city].filter(Boolean).join(' ')];
  const who = company ? ['company', company_name, company_number, company_address, ...place] : ['person', ...place];
  const waits = vat.pending ? '; its VAT number is not verified yet' : '';
  return [
    `  billed    ${who.filter(Boolean).join(', ')}`,
    ...(vat_number === null ? [] : [`  VAT no.   ${vat_number}: ${checkWords(check)}`]),
    `  VAT       ${vat.rate} % of ${vat.country} (${vat.rule})${waits}`,
  ];
}

function checkWords(check: Billing['vat_check']): string {
  if (!check) return 'cannot be verified: no register for this number';
  const { verdict, checked_at, consultation_number: proof, registered_name: name, error, next_try_at: next } = check;
  if (verdict === 'unknown') return `not verified yet${error ? ` (${error})` : ''}${next ? `, next attempt at ${next}` : ''}`;
  return [`${verdict} at ${checked_at}`, ...(name ? [name] : []), ...(proof ? [`consultation ${proof}`] : [])].join(', ');
}

type Account = OperatorReply<'createAccount'>;

const formatBalance = ({ id, email, balance }: Account): string => `Account ${id}: ${email}, balance ${balance}.`;

function formatSuspended(account: OperatorReply<'suspendAccount'>): string {
  const { id, email, servers_running: running, services, locked, services_left: left } = account;
  const suspended = [
    ...(services > 0 ? [`Services suspended: ${services}.`] : []),
    ...(left > 0 ? [`Services left: ${left}. Run the command again to suspend them.`] : []),
    ...(locked.length > 0 ? [`Locked by a workflow and left out: ${locked.join(', ')}.`] : []),
  ].join(' ');
  const about = `Account ${id} (${email}) is suspended: its tokens can only read, export its data and use tickets.`;
  if (suspended !== '') return `${about} ${suspended}`;
  const servers =
    running === 0
      ? 'None of its servers is running.'
      : `Its ${running === 1 ? 'server keeps' : `${running} servers keep`} running: ./innkeeper server list --account ${id}`;
  return `${about} ${servers}`;
}

const formatEnds = (ends: OperatorReply<'endAccount'>['ends'], isNow = false): string[] => [
  `Services that end: ${ends.length}.`,
  ...ends.map((end) => formatServiceEnd(end, isNow)),
];

export const accountBindings: Bindings<typeof accounts> = {
  createAccount: { run: inOneTransaction(createAccount), format: formatBalance },
  listAccounts: {
    run: inOneTransaction(listAccounts),
    format: (page) => formatPage(page, COLUMNS, 'There are no such accounts.'),
  },
  showAccount: { run: inOneTransaction(showAccount), format: formatAccount },
  noteAccount: { run: inOneTransaction(noteAccount), format: ({ id, account }) => `Note ${id} was added to account ${account}.` },
  fundAccount: { run: inOneTransaction(fundAccount), format: formatBalance },
  chargeAccount: { run: inOneTransactionVoiding(chargeAccount), format: formatBalance },
  setAccount: {
    run: inOneTransaction(setAccount),
    format: ({ id, email, billing, spending }) =>
      [`Account ${id}: ${email}`, ...billingLines(billing), spendingLine(spending)].join('\n'),
  },
  suspendAccount: { run: inOneTransaction(suspendAccount), format: formatSuspended },
  endAccount: {
    run: inOneTransactionVoiding(endAccount),
    format: ({ account, ends }, { after }) => [`Account ${account} is suspended.`, ...formatEnds(ends, after === 0)].join('\n'),
  },
  resumeAccount: {
    run: inOneTransaction(resumeAccount),
    format: ({ id, email, ends, suspended_services: all, suspended_service_ids: ids }) =>
      [
        `Account ${id} (${email}) is no longer suspended.`,
        ...(ends.length > 0 ? [...formatEnds(ends), 'Keep a service with ./innkeeper service keep.'] : []),
        ...(all > 0
          ? [
              `Still suspended by staff: ${all === 1 ? 'service' : 'services'} ${ids.join(', ')}${all > ids.length ? ` and ${all - ids.length} more` : ''}. Resume each: ./innkeeper service resume ${ids[0]}`,
            ]
          : []),
      ].join('\n'),
  },
  unparkAccount: {
    run: inOneTransaction(unparkAccount),
    format: ({ id, email }) => `Account ${id} (${email}) is charged automatically again.`,
  },
};

export function accountCommand(): Command {
  return nounCommand('account', 'manage customer accounts and their balances', accounts, accountBindings);
}

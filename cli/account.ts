/** Defines the command `./innkeeper account`. */
import { accounts } from '@innkeeper/contract/operations/accounts.staff';
import {
  createAccount,
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
import {
  formatAccount,
  formatAccounts,
  formatBalance,
  formatBilling,
  formatNote,
  formatResumed,
  formatSuspended,
  formatUnparked,
} from './format/account.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const accountBindings: Bindings<typeof accounts> = {
  createAccount: { run: inOneTransaction(createAccount), format: formatBalance },
  listAccounts: { run: inOneTransaction(listAccounts), format: formatAccounts },
  showAccount: { run: inOneTransaction(showAccount), format: formatAccount },
  noteAccount: { run: inOneTransaction(noteAccount), format: formatNote },
  fundAccount: { run: inOneTransaction(fundAccount), format: formatBalance },
  setAccount: { run: inOneTransaction(setAccount), format: formatBilling },
  suspendAccount: { run: inOneTransaction(suspendAccount), format: formatSuspended },
  resumeAccount: { run: inOneTransaction(resumeAccount), format: formatResumed },
  unparkAccount: { run: inOneTransaction(unparkAccount), format: formatUnparked },
};

export function accountCommand(): Command {
  return nounCommand('account', 'manage customer accounts and their balances', accounts, accountBindings);
}

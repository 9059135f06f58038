/** Defines the command `./innkeeper refund`, with the texts that it prints. */
import { refunds } from '@innkeeper/contract/operations/refunds.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { failRefund, listRefunds, settleRefund } from '@innkeeper/operations/refunds.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction, inOneTransactionVoiding } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

const COLUMNS: ColumnsOf<'listRefunds'> = {
  ID: ({ id }) => id,
  PAYMENT: ({ payment }) => payment,
  ACCOUNT: ({ account }) => account,
  STATE: ({ state, to_send }) => (to_send ? 'to send' : state),
  AMOUNT: ({ amount }) => amount,
  PAYEE: ({ payee }) => payee ?? '',
  IBAN: ({ iban, to_send }) => iban ?? (to_send ? 'unknown, ask the customer' : ''),
  REFERENCE: ({ reference }) => reference,
  FAILURE: ({ reason }) => reason ?? '',
};

type Shown = OperatorReply<'settleRefund'>;

export const refundBindings: Bindings<typeof refunds> = {
  listRefunds: {
    run: inOneTransaction(listRefunds),
    format: (page) => formatPage(page, COLUMNS, 'There are no such refunds.'),
  },
  settleRefund: {
    run: inOneTransaction(settleRefund),
    format: ({ id, amount, payment }: Shown) => `Refund ${id} of ${amount} for payment ${payment} is marked as sent.`,
  },
  failRefund: {
    run: inOneTransactionVoiding(failRefund),
    format: ({ id, amount, payment, account }: Shown) =>
      `Refund ${id} of ${amount} for payment ${payment} has failed. The money is on the balance of account ${account} again.`,
  },
};

export function refundCommand(): Command {
  return nounCommand('refund', 'manage refunds that a person has to send', refunds, refundBindings);
}

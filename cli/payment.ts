/** `./innkeeper payment`, `dispute` and `bank`: incoming payments. */
import { type FileHandle, open } from 'node:fs/promises';
import { bank, disputes, payments } from '@innkeeper/contract/operations/payments.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { MAX_STATEMENT_BYTES, readStatements, UnreadableStatement } from '@innkeeper/engine/payments/bank/camt';
import { invalid } from '@innkeeper/model/failures';
import { assignBank, importBank, listBank } from '@innkeeper/operations/bank.staff';
import {
  confirmPayment,
  failPayment,
  listPayments,
  refundPayment,
  settleDispute,
  showPayment,
} from '@innkeeper/operations/payments.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction, inOneTransactionVoiding } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { counted } from './output/counted.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';
import { table } from './output/table.ts';

const PAYMENT_COLUMNS: ColumnsOf<'listPayments'> = {
  ID: ({ id }) => id,
  ACCOUNT: ({ account_id }) => account_id,
  GATEWAY: ({ gateway }) => gateway,
  STATE: ({ state }) => state,
  AMOUNT: ({ amount }) => amount,
  RECEIVED: ({ received }) => received,
  REFUNDED: ({ refunded }) => refunded,
  REFERENCE: ({ reference }) => reference,
  ORDERS: ({ order_ids }) => order_ids.join(' '),
};

/** A credit. `bank list` adds whether it was sent back. */
type Credit = OperatorReply<'importBank'>['unmatched'][number] & { returned_on?: string | null };

const LINE_COLUMNS: Readonly<Record<string, (line: Credit) => string | number>> = {
  ID: ({ id }) => id,
  BOOKED: ({ booked_on }) => booked_on,
  AMOUNT: ({ amount, currency }) => `${amount} ${currency}`,
  PAYER: ({ payer }) => payer,
  TEXT: ({ text }) => text,
  HINT: ({ hint, returned_on }) => (returned_on ? `It was sent back on ${returned_on}.` : (hint ?? '')),
};

const HOW_TO_ASSIGN =
  'Assign a credit with ./innkeeper bank assign <id> --payment <id>, or add it to a balance with --account <account>.';

function formatPayment(payment: OperatorReply<'showPayment'>): string {
  const { id, account_id, gateway, kind, state, amount, reference, order_ids, reason, receipts, refunds, disputes } = payment;
  return [
    `Payment ${id} of account ${account_id}: ${amount} by ${gateway} (${kind.replace('_', ' ')}), ${state}.`,
    `Reference ${reference}, ${order_ids.length === 0 ? 'for no order' : `for orders ${order_ids.join(', ')}`}.`,
    ...(reason === null ? [] : [reason]),
    ...receipts.map((one) => `Received ${one.amount} (${one.receipt})`),
    ...refunds.map((one) => `Refund ${one.id}: ${one.amount}, ${one.state}`),
    ...disputes.map((one) => `Dispute ${one.id}: ${one.amount}, ${one.state}, ${one.written_off} written off`),
  ].join('\n');
}

function formatRefunded(payment: OperatorReply<'refundPayment'>): string {
  const byHand =
    payment.gateway === 'bank'
      ? '\nTransfer the money to the payer yourself: no gateway does it. ./innkeeper refund list --to-send shows the account.'
      : '';
  return [formatPayment(payment) + byHand, payment.warning ?? []].flat().join('\n');
}

function formatImport(reply: OperatorReply<'importBank'>): string {
  const { lines, known, matched, warnings, unmatched, returned, reversed, unreadable } = reply;
  const kept = warnings.length === 0 ? '' : ` (${warnings.length} of them becoming balance)`;
  const summary = `${counted(lines, 'credit')}: ${known} already imported, ${matched} matched to payments${kept}, ${unmatched.length} without a payment.`;
  const rows = unmatched.map((line) => Object.values(LINE_COLUMNS).map((cell) => String(cell(line))));
  return [
    summary,
    ...warnings,
    ...(rows.length === 0 ? [] : [table(Object.keys(LINE_COLUMNS), rows), HOW_TO_ASSIGN]),
    ...returned.map(formatReturned),
    ...reversed.map(formatReversed),
    ...unreadable.map(({ reason }) => `Not imported: ${reason}`),
  ].join('\n');
}

function formatReturned({
  id,
  returned_on,
  amount,
  currency,
  payer,
  text,
}: OperatorReply<'importBank'>['returned'][number]): string {
  return `Sent back on ${returned_on}: credit ${id}, ${amount} ${currency}${payer && ` of ${payer}`}${text && ` (${text})`}. It waits no longer.`;
}

type Reversed = OperatorReply<'importBank'>['reversed'][number];

function formatReversed({ booked_on, amount, currency, payer, text, payment_id }: Reversed): string {
  const credit = `Reversed by the bank on ${booked_on}: ${amount} ${currency}${payer && ` of ${payer}`}${text && ` (${text})`}`;
  if (payment_id === null) return `${credit}, of no known payment.`;
  return `${credit}, of payment ${payment_id}. Take it back with ./innkeeper payment refund ${payment_id} --amount ${amount}, and settle that refund at once with ./innkeeper refund settle.`;
}

export const paymentBindings: Bindings<typeof payments> = {
  listPayments: {
    run: inOneTransaction(listPayments),
    format: (page) => formatPage(page, PAYMENT_COLUMNS, 'There are no payments.'),
  },
  showPayment: { run: inOneTransaction(showPayment), format: formatPayment },
  confirmPayment: { run: inOneTransactionVoiding(confirmPayment), format: formatPayment },
  failPayment: { run: inOneTransaction(failPayment), format: formatPayment },
  refundPayment: { run: inOneTransactionVoiding(refundPayment), format: formatRefunded },
};

export const disputeBindings: Bindings<typeof disputes> = {
  settleDispute: { run: inOneTransaction(settleDispute), format: formatPayment },
};

export const bankBindings: Bindings<typeof bank> = {
  importBank: {
    async run(installation, input) {
      const read = await readStatementFile(input.file);
      return installation.commit((cx) => importBank(cx, input, read));
    },
    format: formatImport,
    isIncomplete: ({ unreadable }) => unreadable.length > 0,
  },
  listBank: {
    run: inOneTransaction(listBank),
    format: (reply) =>
      [
        formatPage(reply, LINE_COLUMNS, 'No credit waits for a payment.'),
        ...(reply.data.some(({ returned_on, closed_by }) => !returned_on && !closed_by) ? [HOW_TO_ASSIGN] : []),
      ].join('\n'),
  },
  assignBank: {
    run: inOneTransactionVoiding(assignBank),
    format: formatAssigned,
  },
};

function formatAssigned(reply: OperatorReply<'assignBank'>, { account }: { account?: string | undefined }): string {
  const { id, amount, account_id, payment_id, waiting_orders, warning } = reply;
  const credit = `Credit ${id} of ${amount} is assigned to`;
  if (account === undefined)
    return [`${credit} payment ${payment_id} of account ${account_id}.`, warning ?? []].flat().join('\n');
  const orders = waiting_orders.map((order) => `Order ${order.id} of ${order.amount} waits for payment.`);
  return [`${credit} account ${account_id} as payment ${payment_id}, and becomes balance.`, ...orders].join('\n');
}

async function readStatementFile(file: string) {
  try {
    return readStatements(await readBounded(file));
  } catch (error) {
    if (error instanceof UnreadableStatement) throw invalid('file', error.message);
    if (error instanceof Error && 'code' in error) throw invalid('file', `${file} cannot be read: ${error.message}`);
    throw error;
  }
}

/** Returns the content of a file, and at most one byte above the limit, which `readStatements` refuses. */
async function readBounded(file: string): Promise<Uint8Array> {
  const handle: FileHandle = await open(file);
  try {
    const chunks: Buffer[] = [];
    const stream = handle.createReadStream({ end: MAX_STATEMENT_BYTES, autoClose: false });
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } finally {
    await handle.close();
  }
}

export function paymentCommand(): Command {
  return nounCommand('payment', 'manage payments by gateways', payments, paymentBindings);
}

export function disputeCommand(): Command {
  return nounCommand('dispute', 'manage disputed payments (chargebacks)', disputes, disputeBindings);
}

export function bankCommand(): Command {
  return nounCommand('bank', 'manage credits of bank statements', bank, bankBindings);
}

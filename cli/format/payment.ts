/** Formats payments, bank statement credits and custom orders. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';
import { table } from '../output/table.ts';

export function formatPayments(reply: OperatorReply<'listPayments'>): string {
  return formatPage(
    reply,
    {
      ID: ({ id }) => id,
      ACCOUNT: ({ account_id }) => account_id,
      GATEWAY: ({ gateway }) => gateway,
      STATE: ({ state }) => state,
      AMOUNT: ({ amount }) => amount,
      RECEIVED: ({ received }) => received,
      REFUNDED: ({ refunded }) => refunded,
      REFERENCE: ({ reference }) => reference,
      ORDERS: ({ order_ids }) => order_ids.join(' '),
    },
    'There are no payments.',
  );
}

export function formatPayment(payment: OperatorReply<'showPayment'>): string {
  const { id, account_id, gateway, kind, state, amount, reference, order_ids, reason, receipts, refunds, disputes } = payment;
  return [
    `Payment ${id} of account ${account_id}: ${amount} by ${gateway} (${kind.replace('_', ' ')}), ${state}.`,
    `Reference ${reference}, for orders ${order_ids.join(', ')}.`,
    ...(reason === null ? [] : [reason]),
    ...receipts.map((one) => `Received ${one.amount} (${one.receipt})`),
    ...refunds.map((one) => `Refund ${one.id}: ${one.amount}, ${one.state}`),
    ...disputes.map((one) => `Dispute ${one.id}: ${one.amount}, ${one.state}, ${one.written_off} written off`),
  ].join('\n');
}

export function formatRefunded(payment: OperatorReply<'refundPayment'>): string {
  const byHand = payment.gateway === 'bank' ? '\nTransfer the money to the payer yourself: no gateway does it.' : '';
  return formatPayment(payment) + byHand;
}

type Line = OperatorReply<'listBank'>['data'][number];
type Reversed = OperatorReply<'importBank'>['reversed'][number];

const COLUMNS = {
  ID: ({ id }: Line) => id,
  BOOKED: ({ booked_on }: Line) => booked_on,
  AMOUNT: ({ amount, currency }: Line) => `${amount} ${currency}`,
  PAYER: ({ payer }: Line) => payer,
  TEXT: ({ text }: Line) => text,
  HINT: ({ hint }: Line) => hint ?? '',
};

export const formatLines = (reply: OperatorReply<'listBank'>): string =>
  formatPage(reply, COLUMNS, 'Every credit belongs to a payment.');

export function formatImport(reply: OperatorReply<'importBank'>): string {
  const { lines, known, matched, unmatched, reversed, unreadable } = reply;
  const counted = `${lines} credits: ${known} already imported, ${matched} matched to payments, ${unmatched.length} without a payment.`;
  const rows = unmatched.map((line) => Object.values(COLUMNS).map((cell) => String(cell(line))));
  return [
    counted,
    ...(rows.length === 0
      ? []
      : [table(Object.keys(COLUMNS), rows), 'Assign a credit with ./innkeeper bank assign <id> --payment <id>.']),
    ...reversed.map(formatReversed),
    ...unreadable.map(({ reason }) => `Not imported: ${reason}`),
  ].join('\n');
}

function formatReversed({ booked_on, amount, currency, payer, text, payment_id }: Reversed): string {
  const credit = `Reversed by the bank on ${booked_on}: ${amount} ${currency}${payer && ` of ${payer}`}${text && ` (${text})`}`;
  if (payment_id === null) return `${credit}, of no known payment.`;
  return `${credit}, of payment ${payment_id}. Take it back with ./innkeeper payment refund ${payment_id} --amount ${amount}.`;
}

export const formatAssigned = ({ id, amount, payment_id }: OperatorReply<'assignBank'>): string =>
  `Credit ${id} of ${amount} is assigned to payment ${payment_id}.`;

export const formatAddedOrder = ({ id, net, vat, gross, status }: OperatorReply<'addOrder'>): string =>
  `Order ${id}: ${net} net, ${vat} VAT, ${gross} gross, ${status.replace('_', ' ')}.`;

/** `./innkeeper order`: orders, as customers and staff made them. */
import { orders } from '@innkeeper/contract/operations/orders.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { addOrder, refundOrder, showOrder } from '@innkeeper/operations/orders.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction, inOneTransactionVoiding } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { table } from './output/table.ts';

type Details = OperatorReply<'showOrder'>;

function formatOrder(order: Details): string {
  const { id, account, type, status, status_reason, net, vat, gross, refunded, lines, payments, invoices, refunds } = order;
  return [
    `Order ${id} of account ${account}: ${type.replaceAll('-', ' ')}, ${status.replace('_', ' ')}${wayOf(order)}.${status_reason === null ? '' : ` ${status_reason}`}`,
    `${net} net, ${vat} VAT, ${gross} gross, ${refunded} of it refunded.`,
    table(['LINE', 'LABEL', 'SERVICE', 'NET', 'VAT', 'REFUNDED'], lines.map(cellsOf)),
    ...payments.map((one) => `Payment ${one.id}: ${one.amount} by ${one.gateway}, ${one.state}, reference ${one.reference}`),
    ...invoices.map((one) => `${nameOfType(one.type)} ${one.number}: ${one.gross}`),
    ...refunds.map(formatGiven),
  ].join('\n');
}

/** Returns how an order is paid. Without another choice the method of an unpaid order is the balance, but a transfer pays the order too. */
const wayOf = ({ status, method }: Details): string => (method === 'balance' && status !== 'paid' ? '' : `, by ${method}`);

const nameOfType = (type: string): string => (type === 'proform' ? 'pro forma invoice' : type.replace('-', ' '));

function formatRefund({ refund, warning, ...order }: OperatorReply<'refundOrder'>): string {
  const { id, net, vat, gross, to, payment_refund } = refund;
  const what = `${net} net, ${vat} VAT, ${gross} gross to the ${to}`;
  const byHand = to === 'payer' && order.payments.some(({ gateway }) => gateway === 'bank');
  return [
    id === null ? `Would refund ${what}.` : `Refunded ${what}${numberOf(payment_refund)}.`,
    ...(warning === null ? [] : [warning]),
    ...(byHand
      ? ['Transfer the money to the payer yourself: no gateway does it. ./innkeeper refund list --to-send shows the account.']
      : []),
    formatOrder(order),
  ].join('\n');
}

function formatGiven({ gross, to, payment_refund, state, reason }: Details['refunds'][number]): string {
  const what = `${gross} back to the ${to}${numberOf(payment_refund)}`;
  if (state === 'failed') return `${what}: failed, so the money is on the balance. ${reason}`;
  return `${what}${state === 'pending' ? ': not sent yet' : ''}. ${reason}`;
}

/** Returns the number by which `refund settle` and `refund fail` know a refund. A refund to the balance has none. */
const numberOf = (paymentRefund: number | null): string => (paymentRefund === null ? '' : `, refund ${paymentRefund}`);

const cellsOf = ({ id, label, sublabel, service, net, vat, refunded_net }: Details['lines'][number]): string[] => [
  String(id),
  [label, sublabel].filter(Boolean).join(', '),
  service === null ? '' : String(service),
  net,
  vat,
  refunded_net,
];

export const orderBindings: Bindings<typeof orders> = {
  showOrder: { run: inOneTransaction(showOrder), format: formatOrder },
  refundOrder: { run: inOneTransactionVoiding(refundOrder), format: formatRefund },
  addOrder: {
    run: inOneTransaction(addOrder),
    format: ({ id, net, vat, gross, status }) =>
      `Order ${id}: ${net} net, ${vat} VAT, ${gross} gross, ${status.replace('_', ' ')}.`,
  },
};

export function orderCommand(): Command {
  return nounCommand('order', 'show, create and refund orders', orders, orderBindings);
}

/** Defines the command `./innkeeper service`, with the texts that it prints. */
import { services } from '@innkeeper/contract/operations/services.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import {
  endService,
  keepService,
  listServices,
  postponeService,
  resumeService,
  setService,
  suspendService,
} from '@innkeeper/operations/services.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction, inOneTransactionVoiding } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { counted } from './output/counted.ts';
import { type ColumnsOf, formatPart } from './output/page.ts';

type LeftOrders = Pick<OperatorReply<'suspendService'>, 'void_orders' | 'reduced_orders'>;
type Suspension = Omit<OperatorReply<'suspendService'>, keyof LeftOrders>;

function formatSuspension(service: Suspension): string {
  const { id, type, status, reason, expiry_at } = service;
  if (reason !== null) return `Service ${id} (${type}) is suspended until staff resume it: ${reason}`;
  const paid = expiry_at === null ? '' : `, paid until ${expiry_at}`;
  return `Service ${id} (${type}) is no longer suspended by staff. It is ${status}${paid}.${cancelledSuffix(service)}`;
}

function formatKept(service: OperatorReply<'keepService'>): string {
  const { id, type, status, reason } = service;
  const suspended = reason === null ? '' : ` by staff: ${reason}`;
  return `Service ${id} (${type}) is kept. It is ${status}${suspended.replace(/\.$/, '')}.${cancelledSuffix(service)}${accountSuffix(service)}`;
}

const accountSuffix = ({ account, account_suspended }: OperatorReply<'keepService'>): string =>
  account_suspended
    ? `\nAccount ${account} is still suspended: its owner can only read, export its data and use tickets, and renewals stay unpaid. Resume it: ./innkeeper account resume ${account}`
    : '';

const voidSuffix = (orders: readonly number[]): string => {
  if (orders.length === 0) return '';
  return orders.length === 1
    ? `\nOrder ${orders[0]} is cancelled and need not be paid.`
    : `\nOrders ${orders.join(', ')} are cancelled and need not be paid.`;
};

const leftSuffix = ({ void_orders, reduced_orders }: LeftOrders): string => {
  const reduced = reduced_orders.map(
    ({ order, gross }) => `\nOrder ${order} goes on for other services, and costs ${gross} now.`,
  );
  return [voidSuffix(void_orders), ...reduced].join('');
};

const cancelledSuffix = (service: Suspension): string => {
  const cancelled = formatCancellation(service);
  return cancelled === null ? '' : ` It was cancelled at ${cancelled}`;
};

/** Describes a cancellation by the owner, or returns `null` if there is none. */
export function formatCancellation({
  status,
  expiry_at,
  cancellation,
}: Pick<Suspension, 'status' | 'expiry_at' | 'cancellation'>): string | null {
  if (cancellation === null) return null;
  const off = status === 'active' && expiry_at !== null ? `is switched off at ${expiry_at}, ` : '';
  return `${cancellation.created_at}, by its owner: it ${off}does not renew, and is deleted at ${cancellation.ends_at}.`;
}

/** Describes the end of a service. With `isNow`, its time would be past when it is read, because a server is switched off first. */
export function formatServiceEnd(
  { service, label, type, ends_at, paid_until, rest }: OperatorReply<'endService'>,
  isNow: boolean,
): string {
  const paid = paid_until === null ? '' : ` It is paid until ${paid_until}.`;
  const left = rest.lines.length === 0 ? '' : ` Paid time left: ${rest.gross} (${rest.lines.map(formatRestLine).join('; ')}).`;
  return `Service ${service} (${type} ${label}) ends ${isNow ? 'now' : `at ${ends_at}`}.${paid}${left}`;
}

const formatRestLine = ({ order, line, net }: { order: number; line: number; net: string }): string =>
  `order ${order}, line ${line}: ${net} without VAT`;

const COLUMNS: ColumnsOf<'listServices'> = {
  ID: ({ id }) => id,
  TYPE: ({ type }) => type,
  LABEL: ({ label }) => label,
  ACCOUNT: ({ account }) => account,
  OWNER: ({ email }) => email,
  STATUS: ({ status }) => status,
  PRICE: ({ renew_price, billing_cycle }) => `${renew_price} / ${counted(billing_cycle, 'month')}`,
  RENEWS: ({ status, auto_renew, ends_at, cancelled, staff_suspended }) =>
    auto_renew && ends_at === null && !cancelled && !staff_suspended && status !== 'terminated' ? 'yes' : 'no',
  EXPIRES: ({ expiry_at }) => expiry_at,
  ENDS: ({ ends_at }) => ends_at,
};

export const serviceBindings: Bindings<typeof services> = {
  listServices: {
    run: inOneTransaction(listServices),
    format: (part) => formatPart(part, COLUMNS, 'There are no such services.'),
  },
  suspendService: {
    run: inOneTransaction(suspendService),
    format: (service) => `${formatSuspension(service)}${leftSuffix(service)}`,
  },
  resumeService: {
    run: inOneTransaction(resumeService),
    format: (service) => `${formatSuspension(service)}${accountSuffix(service)}`,
  },
  setService: {
    run: inOneTransactionVoiding(setService),
    format: ({ id, type, status, before, expiry_at, ...left }) =>
      `Service ${id} (${type}) is ${status} and expires at ${expiry_at}. The previous expiry was ${before}.${leftSuffix(left)}`,
  },
  postponeService: {
    run: inOneTransaction(postponeService),
    format: ({ id, type, expiry_at, suspend_after }) =>
      `Service ${id} (${type}) is paid until ${expiry_at}, and is not suspended before ${suspend_after}.`,
  },
  endService: {
    run: inOneTransactionVoiding(endService),
    format: (end, { after }) => formatServiceEnd(end, after === 0),
  },
  keepService: { run: inOneTransaction(keepService), format: formatKept },
};

export function serviceCommand(): Command {
  return nounCommand('service', 'list, suspend, resume, extend and end services of customers', services, serviceBindings);
}

/** Texts of orders that several pages use, and of the list of orders. */
import type { OrderSummary } from '@innkeeper/sdk/index';

export const ORDER_TYPES: Record<OrderSummary['type'], string> = {
  'new-service': 'New service',
  'renew-service': 'Renewal',
  'scale-service': 'Scaling',
  'new-addon': 'New addon',
  'scale-addon': 'Change of an addon',
  'new-floating-ip': 'New floating IP',
  combined: 'Several services',
  deposit: 'Deposit',
  custom: 'Other',
};

export const ORDER_WORDS: Record<OrderSummary['status'], string> = {
  awaiting_payment: 'Awaiting payment',
  processing: 'Payment in progress',
  paid: 'Paid',
  cancelled: 'Cancelled',
};

export const texts = {
  title: 'Orders',
  tabs: 'Billing',
  status: 'Orders by status',
  views: { all: 'All', due: 'To pay', paid: 'Paid', cancelled: 'Cancelled' },
  due: 'To pay',
  nothingDue: 'Nothing has to be paid.',
  earlier: 'Paid and cancelled',
  empty: 'Nothing ordered yet.',
  noMatch: { all: 'Nothing is paid yet.', paid: 'No paid orders.', cancelled: 'No cancelled orders.' },
  clear: 'Show all orders',
  deploy: 'Deploy a server',
  order: (id: number) => `Order ${id}`,
  pay: (amount: string) => `Pay ${amount}`,
  payMany: (count: number) => `Pay ${count} orders`,
  choose: (id: number) => `Choose order ${id}`,
  dueBy: (day: string) => `due ${day}`,
  failed: (reason: string) => `Payment failed: ${reason}`,
  more: 'Show older orders',
} as const;

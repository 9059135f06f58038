/** Texts of orders that several pages use, and of the list of orders. */

export const texts = {
  title: 'Orders',
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

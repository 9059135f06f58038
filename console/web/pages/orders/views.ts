/** The views of the list of orders, as the URL names them. Pure. */
import { type OrderStatus, UNPAID } from '../../data/orders.ts';

export const VIEWS = ['all', 'due', 'paid', 'cancelled'] as const;
export type View = (typeof VIEWS)[number];

/** Returns the view of the URL. A status of the API selects its view. */
export function readView(status: string | undefined): View {
  if (status === 'awaiting_payment' || status === 'processing') return 'due';
  return VIEWS.find((view) => view === status) ?? 'all';
}

/** Statuses of the orders below those that await payment. */
export const SETTLED_STATUSES: Record<Exclude<View, 'due'>, readonly OrderStatus[]> = {
  all: ['paid', 'cancelled'],
  paid: ['paid'],
  cancelled: ['cancelled'],
};

/** Returns the statuses of each list that a view shows. */
export const listsOf = (view: View): readonly (readonly OrderStatus[])[] =>
  view === 'due' ? [UNPAID] : view === 'all' ? [UNPAID, SETTLED_STATUSES.all] : [SETTLED_STATUSES[view]];

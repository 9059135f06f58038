/** The lines and sums of an order, as mails list them. */
import type { LoadedOrder } from '@innkeeper/db/tables/orders';
import type { Cx } from '../context.ts';
import { amountOf, bounded, pageOf } from './composer.ts';

/** Returns lines, sums and page of an order. */
export function contentOf(cx: Pick<Cx, 'settings'>, { id, type, lines, net, vat, gross }: LoadedOrder) {
  const { listed, more } = bounded(lines);
  return {
    order: id,
    lines: listed.map((line) => ({
      ...{ label: line.label, detail: line.sublabel, amount: amountOf(cx, line.net) },
      ...(type === 'deposit' && { own: 'deposit' as const }),
    })),
    more,
    ...{ net: amountOf(cx, net), vat: amountOf(cx, vat), gross: amountOf(cx, gross) },
    page: pageOf(cx, `/orders/${id}`),
  };
}

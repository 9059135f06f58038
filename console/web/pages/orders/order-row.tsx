import type { OrderSummary } from '@innkeeper/sdk/index';
import type { ReactNode } from 'react';
import { useMe } from '../../data/session.ts';
import { formatMoney } from '../../parts/format.ts';
import { OrderState } from '../../parts/order-state.tsx';
import { Row } from '../../parts/rows.tsx';
import { Time } from '../../parts/time.tsx';
import { Link } from '../../router/router.tsx';
import { ORDER_TYPES } from '../../shared/orders-texts.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

export interface OrderRowProps {
  order: OrderSummary;
  /** Time of the row, by default the day of the order. */
  time?: ReactNode;
  lead?: ReactNode;
  acts?: ReactNode;
}

/** Shows an order in a list. */
export function OrderRow({ order, time, lead, acts }: OrderRowProps) {
  const { installation } = useMe();
  const { payment_failure: failure, status_reason: reason } = order;
  return (
    <Row
      lead={lead}
      name={<Link to={`/orders/${order.id}`}>{texts.order(order.id)}</Link>}
      below={
        <>
          {ORDER_TYPES[order.type]}
          {failure !== null && <span className={css.failed}>. {texts.failed(failure)}</span>}
          {reason !== null && `. ${reason}`}
        </>
      }
      // A row with a button awaits payment, as its group shows.
      state={!acts && <OrderState status={order.status} />}
      time={time ?? <Time at={order.created_at} />}
      // The button already shows the amount.
      amount={!acts && formatMoney(order.amount_with_vat, installation.currency)}
      acts={acts}
    />
  );
}

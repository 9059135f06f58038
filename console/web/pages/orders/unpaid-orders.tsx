import type { OrderSummary } from '@innkeeper/sdk/index';
import { useState } from 'react';
import type { ReadPages } from '../../data/pages.ts';
import { useMe } from '../../data/session.ts';
import { Card } from '../../parts/box.tsx';
import { Choice } from '../../parts/field.tsx';
import { formatDay, formatMoney } from '../../parts/format.ts';
import { Rows } from '../../parts/rows.tsx';
import { useRouter } from '../../router/router.tsx';
import { fields } from '../../rules/fields/payOrders.gen.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { LoadMore } from '../../shared/load-more.tsx';
import { PayBox } from '../../shared/pay/pay-box.tsx';
import { OrderRow } from './order-row.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Maximum number of orders in one payment. */
const MAX_CHOSEN = fields.order_ids.maxItems;

/** Lists the unpaid orders, and pays several of them at once. */
export function UnpaidOrders({ list }: { list: ReadPages<OrderSummary> }) {
  const { installation } = useMe();
  const { navigate } = useRouter();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const payable = list.items.filter(({ status }) => status === 'awaiting_payment');
  const picked = payable.filter(({ id }) => chosen.has(id)).slice(0, MAX_CHOSEN);
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <Card title={texts.due}>
      {list.total === 0 && <p className={css.nothing}>{texts.nothingDue}</p>}
      <Rows label={texts.due}>
        {list.items.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            time={order.due_at !== null && texts.dueBy(formatDay(order.due_at))}
            lead={
              payable.length > 1 &&
              order.status === 'awaiting_payment' && (
                <Choice
                  type="checkbox"
                  aria-label={texts.choose(order.id)}
                  checked={chosen.has(order.id)}
                  onChange={(event) => choose(order.id, event.target.checked)}
                />
              )
            }
            acts={
              order.status === 'awaiting_payment' && (
                <ButtonLink to={`/orders/${order.id}`}>
                  {texts.pay(formatMoney(order.amount_with_vat, installation.currency))}
                </ButtonLink>
              )
            }
          />
        ))}
      </Rows>
      <LoadMore list={list}>{texts.more}</LoadMore>
      {picked.length > 1 && (
        <section className={css.pay} aria-label={texts.payMany(picked.length)}>
          <PayBox
            orders={picked}
            onPaid={(orders) => {
              setChosen(new Set());
              const waiting = orders.filter(({ status }) => status === 'awaiting_payment').map(({ id }) => id);
              if (waiting[0] !== undefined) navigate(`/orders/${waiting[0]}?pay=${waiting.join(',')}`);
            }}
          />
        </section>
      )}
    </Card>
  );
}

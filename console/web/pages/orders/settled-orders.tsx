import { ordersQuery } from '../../data/orders.ts';
import { usePages } from '../../data/pages.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Rows } from '../../parts/rows.tsx';
import { useRouter } from '../../router/router.tsx';
import { LoadMore } from '../../shared/load-more.tsx';
import { OrderRow } from './order-row.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';
import { SETTLED_STATUSES, type View } from './views.ts';

/** Lists the orders that are settled. */
export function SettledOrders({ view }: { view: Exclude<View, 'due'> }) {
  const { navigate } = useRouter();
  const list = usePages(ordersQuery(SETTLED_STATUSES[view]));
  const title = view === 'all' ? texts.earlier : texts.views[view];
  return (
    <Card title={title}>
      {list.total === 0 && (
        <div className={css.nothing}>
          {texts.noMatch[view]}
          {view !== 'all' && <Button onPress={() => navigate('/orders', { replace: true })}>{texts.clear}</Button>}
        </div>
      )}
      <Rows label={title}>
        {list.items.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </Rows>
      <LoadMore list={list}>{texts.more}</LoadMore>
    </Card>
  );
}

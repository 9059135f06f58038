import type { Order, Server } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { unpaidOrdersQuery } from '../../data/billing.ts';
import { useMe } from '../../data/session.ts';
import { Card } from '../../parts/box.tsx';
import { formatLongDay, formatMoney } from '../../parts/format.ts';
import { Link } from '../../router/router.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Lists the unpaid orders of a server. Hidden while there are none. */
export function WaitingOrders({ server }: { server: Server }) {
  const { currency } = useMe().installation;
  const addons = server.addons.map(({ id }) => id);
  const { data: orders = [] } = useQuery(unpaidOrdersQuery(server.id, addons));
  if (orders.length === 0) return null;
  return (
    <Card title={texts.orders}>
      <ul className={css.rows}>
        {orders.map((order) => (
          <li key={order.id}>
            <div>
              <Link className="link" to={`/orders/${order.id}`}>
                {texts.order(order.id)}
              </Link>
              <small>{describe(order)}</small>
            </div>
            <b>{formatMoney(order.amount_with_vat, currency)}</b>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function describe({ status, due_at, payment_failure }: Order): string | null {
  if (status === 'processing') return texts.processing;
  return payment_failure ?? (due_at === null ? null : texts.due(formatLongDay(due_at)));
}

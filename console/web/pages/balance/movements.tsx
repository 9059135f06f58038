import type { BalanceTransaction } from '@innkeeper/sdk/index';
import type { ReadPages } from '../../data/pages.ts';
import { Card } from '../../parts/box.tsx';
import { formatMoney } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { Row, Rows } from '../../parts/rows.tsx';
import { Time } from '../../parts/time.tsx';
import { Link } from '../../router/router.tsx';
import { Empty } from '../../shared/empty.tsx';
import { LoadMore } from '../../shared/load-more.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Lists incoming and outgoing amounts of the balance. */
export function Movements({ list, currency }: { list: ReadPages<BalanceTransaction>; currency: string }) {
  return (
    <Card title={texts.movements}>
      {list.total === 0 && (
        <Empty sentence={texts.empty} call={{ operation: 'depositFunds', input: { amount: 50, payment_method: 'card' } }} />
      )}
      <Rows label={texts.movements}>
        {list.items.map((movement) => (
          <Row
            key={movement.id}
            name={
              movement.order_id === null ? (
                <Name text={movement.description} />
              ) : (
                <Link to={`/orders/${movement.order_id}`}>
                  <Name text={movement.description} />
                </Link>
              )
            }
            below={texts.methods[movement.payment_method] ?? movement.payment_method}
            time={<Time at={movement.created_at} />}
            amount={
              <span className={movement.amount_with_vat > 0 ? css.plus : undefined}>
                {movement.amount_with_vat > 0 && '+'}
                {formatMoney(movement.amount_with_vat, currency)}
              </span>
            }
          />
        ))}
      </Rows>
      <LoadMore list={list}>{texts.more}</LoadMore>
    </Card>
  );
}

import type { Order } from '@innkeeper/sdk/index';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orderQuery, ordersOfPaymentQuery, sumOf } from '../../data/orders.ts';
import { ordersOfReference } from '../../data/payment-page.ts';
import { useMe } from '../../data/session.ts';
import { Card, Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { formatMoney } from '../../parts/format.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

export const path = '/sandbox';

/** Shows the payment page of the sandbox, which simulates that of a gateway. The fragment of the URL has the reference. */
export function Page() {
  const reference = location.hash.slice(1);
  const opened = ordersOfReference(reference);
  const { data: found } = useQuery({ ...ordersOfPaymentQuery(reference), enabled: opened.length === 0 && reference !== '' });
  useEffect(() => setTitle(texts.title), []);
  const ids = opened.length > 0 ? opened : reference === '' ? [] : found;
  if (ids === undefined) return null;
  return (
    <div className={css.page}>
      <h1>{texts.title}</h1>
      <Note icon="triangle-alert">{texts.noMoney}</Note>
      {ids.length === 0 ? <UnknownPayment /> : <Payment ids={ids} />}
    </div>
  );
}

function UnknownPayment() {
  return (
    <Card title={texts.amount} padded>
      <div className={css.box}>
        <p>{texts.unknown}</p>
        <div>
          <ButtonLink to="/orders" kind="main">
            {texts.orders}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}

function Payment({ ids }: { ids: readonly number[] }) {
  const { installation } = useMe();
  const orders = useQueries({ queries: ids.map((id) => orderQuery(id)) }).flatMap(({ data }) => data ?? []);
  const [first] = orders;
  if (first === undefined || orders.length < ids.length) return null;
  return (
    <Card title={orders.map(({ id }) => texts.order(id)).join(', ')} padded>
      <div className={css.box}>
        <p className={css.amount}>{formatMoney(sumOf(orders), installation.currency)}</p>
        <div role="status">
          <Result order={first} />
        </div>
        <p className="faint">{texts.decides}</p>
        <div>
          <ButtonLink to={`/orders/${first.id}`} icon="chevron-left" kind="main">
            {texts.back}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}

/** Shows the decision of the sandbox. All orders of a payment have the same result. */
function Result({ order: { status, payment_url: url, payment_failure: failure } }: { order: Order }) {
  if (status === 'paid') return <Note tone="ok">{texts.paid}</Note>;
  if (status === 'cancelled') return <Note>{texts.cancelled}</Note>;
  if (status === 'processing') return <Note tone="busy">{texts.processing}</Note>;
  if (url === null && failure !== null) return <Note tone="bad">{failure}</Note>;
  return (
    <Note tone="busy" icon="clock">
      {texts.waiting}
    </Note>
  );
}

import { useEffect } from 'react';
import { ordersQuery, UNPAID } from '../../data/orders.ts';
import { usePages } from '../../data/pages.ts';
import { queryClient } from '../../data/query.ts';
import { Card } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { Segments } from '../../parts/field.tsx';
import { type Params, writeSearch } from '../../router/match.ts';
import { useRouter, useSearch } from '../../router/router.tsx';
import { BillingTabs } from '../../shared/billing-tabs.tsx';
import { ButtonLink } from '../../shared/button-link.tsx';
import { Empty } from '../../shared/empty.tsx';
import css from './page.module.css';
import { SettledOrders } from './settled-orders.tsx';
import { texts } from './texts.ts';
import { UnpaidOrders } from './unpaid-orders.tsx';
import { listsOf, readView, SETTLED_STATUSES, VIEWS } from './views.ts';

export const path = '/orders';
export const load = (_params: Params, search: URLSearchParams) =>
  listsOf(readView(search.get('status') ?? undefined)).map((statuses) =>
    queryClient.prefetchInfiniteQuery(ordersQuery(statuses)),
  );

/** Order that the empty page shows as a command. */
const EXAMPLE = { name: 'first', plan: 'nano', image_id: 1 };

/** Lists the orders, unpaid ones first. */
export function Page() {
  const view = readView(useSearch().status);
  const { navigate } = useRouter();
  const due = usePages(ordersQuery(UNPAID), { enabled: view === 'all' || view === 'due', awaited: true });
  const settled = usePages(ordersQuery(SETTLED_STATUSES.all), { enabled: view === 'all', awaited: true });
  useEffect(() => setTitle(texts.title), []);
  if (view === 'all' && due.total === 0 && settled.total === 0) {
    return (
      <div className={css.page}>
        <h1>{texts.title}</h1>
        <BillingTabs />
        <Card title={texts.title}>
          <Empty sentence={texts.empty} call={{ operation: 'deployServer', input: EXAMPLE }}>
            <ButtonLink to="/deploy" icon="plus" kind="main">
              {texts.deploy}
            </ButtonLink>
          </Empty>
        </Card>
      </div>
    );
  }
  return (
    <div className={css.page}>
      <h1>{texts.title}</h1>
      <BillingTabs />
      <div>
        <Segments
          label={texts.status}
          value={view}
          options={VIEWS.map((value) => ({ value, label: texts.views[value] }))}
          onChange={(value) =>
            navigate(`/orders${writeSearch({ status: value === 'all' ? undefined : value })}`, { replace: true })
          }
        />
      </div>
      {(view === 'due' || (view === 'all' && due.items.length > 0)) && <UnpaidOrders list={due} />}
      {view !== 'due' && <SettledOrders view={view} />}
    </div>
  );
}

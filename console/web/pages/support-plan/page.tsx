import type { Order, SupportPlan as Plan } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../data/query.ts';
import { refetchSupportPlan, supportPlanQuery, supportPlansQuery } from '../../data/support-plans.ts';
import { Note } from '../../parts/box.tsx';
import { Link } from '../../router/router.tsx';
import { ListingHead } from '../../shared/listing.tsx';
import { SupportTabs } from '../../shared/support-tabs.tsx';
import { CurrentPlan } from './current-plan.tsx';
import css from './page.module.css';
import { PlanOffer } from './plan-offer.tsx';
import { PurchaseDialog } from './purchase-dialog.tsx';
import { texts } from './texts.ts';

export const path = '/support/plan';
export const load = () => [queryClient.prefetchQuery(supportPlanQuery), queryClient.prefetchQuery(supportPlansQuery)];

/** Shows the support plan of the account, and orders one. */
export function Page() {
  const { data: current } = useSuspenseQuery(supportPlanQuery);
  const { data: plans } = useSuspenseQuery(supportPlansQuery);
  const [chosen, setChosen] = useState<Plan>();
  const [made, setMade] = useState<{ order: Order; isNew: boolean }>();
  const take = (order: Order, isNew: boolean) => {
    setChosen(undefined);
    setMade({ order, isNew });
    void refetchSupportPlan();
  };
  const others = plans.filter(({ key }) => key !== current?.plan.key);
  return (
    <>
      <ListingHead title={texts.title} />
      <SupportTabs />
      <div className={css.stack}>
        {made && <OrderedNote {...made} />}
        {current ? (
          <CurrentPlan plan={current} onRenewed={(order) => take(order, false)} />
        ) : (
          <p className="soft">
            {texts.noPlan} {texts.what}
          </p>
        )}
        {plans.length === 0 && !current && <p className="faint">{texts.noneOffered}</p>}
        {others.length > 0 && (
          <section className={css.offers}>
            <h2>{current ? texts.others : texts.offered}</h2>
            <ul className={css.plans}>
              {others.map((plan) => (
                <PlanOffer key={plan.key} plan={plan} current={current?.plan.name} onOrder={() => setChosen(plan)} />
              ))}
            </ul>
          </section>
        )}
      </div>
      {chosen && <PurchaseDialog plan={chosen} onDone={(order) => take(order, true)} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function OrderedNote({ order, isNew }: { order: Order; isNew: boolean }) {
  if (order.status === 'paid') return <Note tone="ok">{isNew ? texts.ordered : texts.renewed}</Note>;
  return (
    <Note tone="busy" icon="coins">
      {isNew ? texts.orderWaits : texts.renewWaits}{' '}
      <Link className="link" to={`/orders/${order.id}`}>
        {texts.toOrder(order.id)}
      </Link>
    </Note>
  );
}

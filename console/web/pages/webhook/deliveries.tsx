import type { Webhook } from '@innkeeper/sdk/index';
import { useEffect } from 'react';
import { usePages } from '../../data/pages.ts';
import { type DeliveryStatus, deliveriesQuery, refetchDelay, refetchWebhooks } from '../../data/webhooks.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Segments } from '../../parts/field.tsx';
import { writeSearch } from '../../router/match.ts';
import { useRouter, useSearch } from '../../router/router.tsx';
import { LoadMore } from '../../shared/load-more.tsx';
import css from '../../shared/webhooks/webhooks.module.css';
import { DeliveryRow } from './delivery-row.tsx';
import { texts } from './texts.ts';

const VIEWS = ['all', 'pending', 'delivered', 'failed'] as const;
type View = (typeof VIEWS)[number];

/** Lists the deliveries of a webhook, newest first. The status filter is in the URL. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { id } = webhook;
  const { status: given } = useSearch();
  const { navigate } = useRouter();
  const view: View = VIEWS.find((known) => known === given) ?? 'all';
  const status: DeliveryStatus | undefined = view === 'all' ? undefined : view;
  const list = usePages(deliveriesQuery(id, status));
  const reread = refetchDelay(list.items, Date.now());
  // An overdue delivery always yields the same delay. The effect therefore also depends on the items, to start the next timer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading of the list starts the pause again
  useEffect(() => {
    if (reread === false) return undefined;
    const timer = setTimeout(() => {
      // A hidden page is refetched when the person returns to it.
      if (!document.hidden) void refetchWebhooks();
    }, reread);
    return () => clearTimeout(timer);
  }, [reread, list.items]);
  const show = (next: View) =>
    navigate(`/webhooks/${id}${writeSearch({ status: next === 'all' ? undefined : next })}`, { replace: true });
  return (
    <Card
      title={texts.deliveries}
      side={
        <Segments
          label={texts.status}
          value={view}
          options={VIEWS.map((value) => ({ value, label: texts.views[value] }))}
          onChange={show}
        />
      }
    >
      {list.total === 0 && (
        <div className={css.nothing}>
          {view === 'all' ? texts.noDelivery : texts.noMatch}
          {view !== 'all' && <Button onPress={() => show('all')}>{texts.clear}</Button>}
        </div>
      )}
      <ul className={css.rows} aria-label={texts.deliveries}>
        {list.items.map((delivery) => (
          <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
        ))}
      </ul>
      <LoadMore list={list}>{texts.more}</LoadMore>
    </Card>
  );
}

import type { Webhook } from '@innkeeper/sdk/index';
import { useEffect } from 'react';
import { usePages } from '../../data/pages.ts';
import { queryClient } from '../../data/query.ts';
import { type DeliveryStatus, deliveriesQuery, rereadAfter, webhookQuery } from '../../data/webhooks.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Segments } from '../../parts/field.tsx';
import { More } from '../../parts/more.tsx';
import { writeSearch } from '../../router/match.ts';
import { useRouter, useSearch } from '../../router/router.tsx';
import { texts } from '../../texts/en/webhooks.ts';
import { DeliveryRow } from './delivery-row.tsx';
import css from './webhooks.module.css';

const VIEWS = ['all', 'pending', 'delivered', 'failed'] as const;
type View = (typeof VIEWS)[number];

/** Lists what was sent to a webhook, newest first. The status to show is in the URL. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { id } = webhook;
  const { status: given } = useSearch();
  const { navigate } = useRouter();
  const view: View = VIEWS.find((known) => known === given) ?? 'all';
  const status: DeliveryStatus | undefined = view === 'all' ? undefined : view;
  const list = usePages(deliveriesQuery(id, status));
  const reread = rereadAfter(list.items, Date.now());
  // A time that is over gives the same pause again, so the effect also follows the items.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading of the list starts the pause again
  useEffect(() => {
    if (reread === false) return undefined;
    const timer = setTimeout(() => {
      // A hidden page is read again when somebody returns to it.
      if (document.hidden) return;
      // An attempt also changes since when the receiver fails.
      void queryClient.invalidateQueries({ queryKey: ['webhooks', 'deliveries', id] });
      void queryClient.invalidateQueries({ queryKey: webhookQuery(id).queryKey });
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
      <More list={list}>{texts.more}</More>
    </Card>
  );
}

import { useSuspenseQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { answeredTicketsQuery } from '../../data/answered-tickets.ts';
import { balanceQuery } from '../../data/balance.ts';
import { queryClient } from '../../data/query.ts';
import { serverIndexQuery, useSummariesOf } from '../../data/servers.ts';
import { keysQuery } from '../../data/ssh-keys.ts';
import { Card, Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { useNow } from '../../parts/time.tsx';
import { type AttentionItem, findAttentionItems } from './attention-items.ts';
import { AttentionRow } from './attention-row.tsx';
import { dueOrdersQuery, floatingIpsOfOverviewQuery } from './data.ts';
import { FirstSteps } from './first-steps.tsx';
import css from './page.module.css';
import { BalanceCard, ServersCard } from './side.tsx';
import { texts } from './texts.ts';

export const path = '/';
export const load = () => [
  queryClient.prefetchQuery(dueOrdersQuery),
  queryClient.prefetchQuery(answeredTicketsQuery),
  queryClient.prefetchQuery(floatingIpsOfOverviewQuery),
  queryClient.prefetchQuery(balanceQuery),
  // Only an account without servers sees its keys here.
  queryClient.getQueryData(serverIndexQuery.queryKey)?.ids.length === 0 && queryClient.prefetchQuery(keysQuery),
];

/** Maximum number of rows that a person can read. */
const MAX_ROWS = 50;

/** Shows items that need attention, ordered by due time. */
export function Page() {
  const { servers } = useSummariesOf();
  const items = useAttentionItems();
  useEffect(() => setTitle(texts.title), []);
  const isNew = servers.length === 0;
  return (
    <>
      <h1 className={css.title}>{texts.title}</h1>
      <div className={isNew ? undefined : css.layout}>
        <div className={css.stack}>
          {(items.length > 0 || !isNew) && <AttentionList items={items} />}
          {isNew && <FirstSteps />}
        </div>
        {!isNew && (
          <div className={css.stack}>
            <ServersCard servers={servers} />
            <BalanceCard />
          </div>
        )}
      </div>
    </>
  );
}

/**
 * Returns the items that need attention. The page waits for all lists and fails with any of them, because a missing item could be the most
 * urgent one.
 */
function useAttentionItems(): AttentionItem[] {
  const { servers } = useSummariesOf();
  const [{ data: orders }, { data: tickets }, { data: floatingIps }, { data: balance }] = useSuspenseQueries({
    queries: [dueOrdersQuery, answeredTicketsQuery, floatingIpsOfOverviewQuery, balanceQuery],
  });
  const now = useNow(60_000);
  return useMemo(
    () => findAttentionItems({ servers, orders, tickets, floatingIps, balance, now }),
    [servers, orders, tickets, floatingIps, balance, now],
  );
}

function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  return (
    <Card title={texts.needsYou} padded={items.length === 0}>
      {items.length === 0 ? (
        <Note tone="ok">{texts.nothing}</Note>
      ) : (
        <ol className={css.items} aria-label={texts.needsYou}>
          {items.slice(0, MAX_ROWS).map((item) => (
            <AttentionRow key={item.key} item={item} />
          ))}
          {items.length > MAX_ROWS && <li className={css.more}>{texts.more(items.length - MAX_ROWS)}</li>}
        </ol>
      )}
    </Card>
  );
}

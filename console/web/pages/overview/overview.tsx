import { useSuspenseQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { answeredTicketsQuery } from '../../data/answered-tickets.ts';
import { balanceQuery } from '../../data/balance.ts';
import { dueOrdersQuery, floatingIpsOfOverviewQuery } from '../../data/overview.ts';
import { useSummariesOf } from '../../data/servers.ts';
import { Card, Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { useNow } from '../../parts/time.tsx';
import { texts } from '../../texts/en/overview.ts';
import { Begin } from './begin.tsx';
import css from './overview.module.css';
import { BalanceCard, ServersCard } from './side.tsx';
import { ThingRow } from './thing-row.tsx';
import { findThings, type Thing } from './things.ts';

/** More rows than these cannot be read. */
const MAX_ROWS = 50;

/** Shows what needs a person, in the order of its due time. */
export function Overview() {
  const { servers } = useSummariesOf();
  const things = useThings();
  useEffect(() => setTitle(texts.title), []);
  const isNew = servers.length === 0;
  return (
    <>
      <h1 className={css.title}>{texts.title}</h1>
      <div className={isNew ? undefined : css.layout}>
        <div className={css.stack}>
          {(things.length > 0 || !isNew) && <NeedsYou things={things} />}
          {isNew && <Begin />}
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

/** Returns the things that need a person. The page waits for all lists, and fails with each: a thing that is missing could be the most urgent one. */
function useThings(): Thing[] {
  const { servers } = useSummariesOf();
  const [{ data: orders }, { data: tickets }, { data: floatingIps }, { data: balance }] = useSuspenseQueries({
    queries: [dueOrdersQuery, answeredTicketsQuery, floatingIpsOfOverviewQuery, balanceQuery],
  });
  const now = useNow(60_000);
  return useMemo(
    () => findThings({ servers, orders, tickets, floatingIps, balance, now }),
    [servers, orders, tickets, floatingIps, balance, now],
  );
}

function NeedsYou({ things }: { things: readonly Thing[] }) {
  return (
    <Card title={texts.needsYou} padded={things.length === 0}>
      {things.length === 0 ? (
        <Note tone="ok">{texts.nothing}</Note>
      ) : (
        <ol className={css.things} aria-label={texts.needsYou}>
          {things.slice(0, MAX_ROWS).map((thing) => (
            <ThingRow key={thing.key} thing={thing} />
          ))}
          {things.length > MAX_ROWS && <li className={css.more}>{texts.more(things.length - MAX_ROWS)}</li>}
        </ol>
      )}
    </Card>
  );
}

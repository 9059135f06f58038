import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { balanceQuery } from '../../data/balance.ts';
import { answeredTicketsQuery, dueOrdersQuery, floatingIpsOfOverviewQuery } from '../../data/overview.ts';
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
          {things !== undefined && (things.length > 0 || !isNew) && <NeedsYou things={things} />}
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

/** Returns the things that need a person, or `undefined` until all lists are read: a thing that is missing could be the most urgent one. */
function useThings(): Thing[] | undefined {
  const { servers } = useSummariesOf();
  const { data: orders } = useQuery(dueOrdersQuery);
  const { data: tickets } = useQuery(answeredTicketsQuery);
  const { data: floatingIps } = useQuery(floatingIpsOfOverviewQuery);
  const { data: balance } = useQuery(balanceQuery);
  const now = useNow(60_000);
  return useMemo(
    () => orders && tickets && floatingIps && balance && findThings({ servers, orders, tickets, floatingIps, balance, now }),
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

import { useSuspenseQuery } from '@tanstack/react-query';
import { prefetchServer, serverQuery } from '../../data/servers.ts';
import type { Params } from '../../router/match.ts';
import { useIdOfPath } from '../../router/router.tsx';
import { ServerFrame } from '../../shared/server/frame.tsx';
import { Addons } from './addons.tsx';
import { CancellationCard } from './cancellation-card.tsx';
import css from './page.module.css';
import { PaidPeriodCard } from './paid-period-card.tsx';
import { ScaleCard } from './scale-card.tsx';
import { WaitingOrders } from './waiting-orders.tsx';

export const path = '/servers/:id/billing';
export const load = ({ id }: Params) => prefetchServer(id);

/** Shows the money of a server: its paid time, its plan, its addons, and its end. */
export function Page() {
  const id = useIdOfPath();
  const { data: server } = useSuspenseQuery(serverQuery(id));
  return (
    <ServerFrame>
      <div className={css.layout}>
        <div className={css.aside}>
          <PaidPeriodCard server={server} />
          <WaitingOrders server={server} />
        </div>
        <div className={css.stack}>
          <ScaleCard key={`${server.plan.key} ${server.actual_disk}`} server={server} />
          <Addons server={server} />
          <CancellationCard server={server} />
        </div>
      </div>
    </ServerFrame>
  );
}

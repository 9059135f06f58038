import { useSuspenseQuery } from '@tanstack/react-query';
import { serverQuery } from '../../data/servers.ts';
import { useIdOfPath } from '../../router/router.tsx';
import { ServerFrame } from '../server/server.tsx';
import { Addons } from './addons.tsx';
import css from './billing.module.css';
import { End } from './end.tsx';
import { Paid } from './paid.tsx';
import { Scale } from './scale.tsx';
import { WaitingOrders } from './waiting-orders.tsx';

/** The money of a server: its paid time, its plan, its addons, and its end. */
export function Billing() {
  const id = useIdOfPath();
  const { data: server } = useSuspenseQuery(serverQuery(id));
  return (
    <ServerFrame>
      <div className={css.layout}>
        <div className={css.aside}>
          <Paid server={server} />
          <WaitingOrders server={server} />
        </div>
        <div className={css.stack}>
          <Scale key={`${server.plan.key} ${server.actual_disk}`} server={server} />
          <Addons server={server} />
          <End server={server} />
        </div>
      </div>
    </ServerFrame>
  );
}

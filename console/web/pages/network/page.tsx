import { useSuspenseQuery } from '@tanstack/react-query';
import { firewallChoicesQuery, firewallsOfServerQuery } from '../../data/network.ts';
import { queryClient } from '../../data/query.ts';
import { prefetchServer, serverQuery } from '../../data/servers.ts';
import type { Params } from '../../router/match.ts';
import { useIdOfPath } from '../../router/router.tsx';
import { ServerFrame } from '../../shared/server/frame.tsx';
import { Addresses } from './addresses.tsx';
import { Firewalls } from './firewalls.tsx';
import { FloatingIpsOfServer } from './floating-ips.tsx';
import css from './page.module.css';

export const path = '/servers/:id/network';
export const load = ({ id }: Params) => [
  prefetchServer(id),
  queryClient.prefetchQuery(firewallsOfServerQuery(Number(id))),
  queryClient.prefetchQuery(firewallChoicesQuery),
];

/** Shows the network of a server: its addresses with their names, its floating IPs, and its firewalls. */
export function Page() {
  const id = useIdOfPath();
  const { data: server } = useSuspenseQuery(serverQuery(id));
  return (
    <ServerFrame>
      <div className={css.layout}>
        <div className={css.stack}>
          <Addresses server={server} />
          <FloatingIpsOfServer server={server} />
        </div>
        <div className={css.stack}>
          <Firewalls key={id} server={server} />
        </div>
      </div>
    </ServerFrame>
  );
}

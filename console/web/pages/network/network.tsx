import { useSuspenseQuery } from '@tanstack/react-query';
import { serverQuery } from '../../data/servers.ts';
import { useIdOfPath } from '../../router/router.tsx';
import { ServerFrame } from '../server/server.tsx';
import { Addresses } from './addresses.tsx';
import { Firewalls } from './firewalls.tsx';
import { FloatingIpsOfServer } from './floating-ips.tsx';
import css from './network.module.css';

/** Shows the network of a server: its addresses with their names, its floating IPs, and its firewalls. */
export function Network() {
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

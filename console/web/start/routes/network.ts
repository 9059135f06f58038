/** Pages about the network: that of a server, and floating IPs. */
import { queryClient } from '../../data/query.ts';
import { serverQuery } from '../../data/servers.ts';
import { lazyPage } from '../../router/page.ts';
import type { Route } from '../../router/router.tsx';
import { prefetch } from '../prefetch.ts';

const network = lazyPage(async () => (await import('../../pages/network/network.tsx')).Network);
const floatingIps = lazyPage(async () => (await import('../../pages/floating-ips/floating-ips.tsx')).FloatingIps);

export const NETWORK_ROUTES: readonly Route[] = [
  {
    path: '/servers/:id/network',
    ...network,
    load: ({ id }) => [
      network.load(),
      queryClient.prefetchQuery(serverQuery(Number(id))),
      prefetch(({ loadNetwork }) => loadNetwork(Number(id))),
    ],
  },
  {
    path: '/floating-ips',
    ...floatingIps,
    load: () => [floatingIps.load(), prefetch(({ loadFloatingIps }) => loadFloatingIps())],
  },
];

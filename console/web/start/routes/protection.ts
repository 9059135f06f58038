/** Firewalls, and the protection of a server. */
import { queryClient } from '../../data/query.ts';
import { lazyPage } from '../../router/page.ts';
import type { Route } from '../../router/router.tsx';

const firewalls = lazyPage(async () => (await import('../../pages/firewalls/firewalls.tsx')).Firewalls);
const firewall = lazyPage(async () => (await import('../../pages/firewall/firewall.tsx')).FirewallPage);

const loadFirewalls = async () => {
  const { firewallsQuery } = await import('../../data/firewalls.ts');
  await queryClient.prefetchQuery(firewallsQuery);
};

const loadFirewall = async (id: number) => {
  const { firewallQuery } = await import('../../data/firewalls.ts');
  await queryClient.prefetchQuery(firewallQuery(id));
};

export const PROTECTION_ROUTES: readonly Route[] = [
  { path: '/firewalls', ...firewalls, load: () => [firewalls.load(), loadFirewalls()] },
  { path: '/firewalls/:id', ...firewall, load: ({ id }) => [firewall.load(), loadFirewalls(), loadFirewall(Number(id))] },
];

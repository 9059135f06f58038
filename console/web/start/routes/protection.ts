/** Firewalls, and the protection of a server. */
import { queryClient } from '../../data/query.ts';
import { serverQuery } from '../../data/servers.ts';
import { lazyPage } from '../../router/page.ts';
import type { Route } from '../../router/router.tsx';

const firewalls = lazyPage(async () => (await import('../../pages/firewalls/firewalls.tsx')).Firewalls);
const firewall = lazyPage(async () => (await import('../../pages/firewall/firewall.tsx')).FirewallPage);
const protection = lazyPage(async () => (await import('../../pages/protection/protection.tsx')).Protection);
const attack = lazyPage(async () => (await import('../../pages/attack/attack.tsx')).AttackPage);

const loadServer = (id: string | undefined) => queryClient.prefetchQuery(serverQuery(Number(id)));

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
  { path: '/servers/:id/protection', ...protection, load: ({ id }) => [protection.load(), loadServer(id)] },
  { path: '/servers/:id/protection/attacks/:attack', ...attack, load: ({ id }) => [attack.load(), loadServer(id)] },
];

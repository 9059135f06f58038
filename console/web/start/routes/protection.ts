/** Firewalls, and the protection of a server. */
import { queryClient } from '../../data/query.ts';
import { serverQuery } from '../../data/servers.ts';
import type { Params } from '../../router/match.ts';
import { type LazyPage, lazyPage } from '../../router/page.ts';
import type { Route } from '../../router/router.tsx';
import { prefetch } from '../prefetch.ts';

const firewalls = lazyPage(async () => (await import('../../pages/firewalls/firewalls.tsx')).Firewalls);
const firewall = lazyPage(async () => (await import('../../pages/firewall/firewall.tsx')).FirewallPage);
const protection = lazyPage(async () => (await import('../../pages/protection/protection.tsx')).Protection);
const attack = lazyPage(async () => (await import('../../pages/attack/attack.tsx')).AttackPage);

const withServer = (page: LazyPage) => ({
  ...page,
  load: ({ id }: Params) => [page.load(), queryClient.prefetchQuery(serverQuery(Number(id)))],
});

export const PROTECTION_ROUTES: readonly Route[] = [
  { path: '/firewalls', ...firewalls, load: () => [firewalls.load(), prefetch(({ loadFirewalls }) => loadFirewalls())] },
  {
    path: '/firewalls/:id',
    ...firewall,
    load: ({ id }) => [firewall.load(), prefetch(({ loadFirewall }) => loadFirewall(Number(id)))],
  },
  { path: '/servers/:id/protection', ...withServer(protection) },
  { path: '/servers/:id/protection/attacks/:attack', ...withServer(attack) },
];

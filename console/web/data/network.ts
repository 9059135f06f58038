/** Floating IPs of the account, and the firewalls of a server. Events make these lists stale. */
import type { Firewall, FloatingIp } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { balanceQuery } from './balance.ts';
import { client } from './client.ts';
import { pagesQuery } from './pages.ts';
import { queryClient, WITHOUT_EVENTS } from './query.ts';
import { readChoices } from './read-choices.ts';

const PER_PAGE = 50;

/** Key of every list of floating IPs. */
const FLOATING_IPS = 'floating-ips';

/** Floating IPs that have not ended, newest first. */
export const floatingIpsQuery = pagesQuery<FloatingIp>([FLOATING_IPS, 'pages'], (page, signal) =>
  client.listFloatingIps(
    { page, per_page: PER_PAGE, 'filter[status]': ['awaiting_payment', 'processing', 'active', 'suspended'] },
    { signal },
  ),
);

/** Floating IPs that a server can get. */
export const activeFloatingIpsQuery = queryOptions({
  queryKey: [FLOATING_IPS, 'active'],
  queryFn: () => readChoices<FloatingIp>(client.listFloatingIps({ per_page: PER_PAGE, 'filter[status]': ['active'] })),
});

/** Query of the plans of floating IPs. Their availability changes without an event. */
export const floatingIpPlansQuery = queryOptions({
  queryKey: ['floating-ip-plans'],
  queryFn: async ({ signal }) => (await client.listFloatingIpPlans({}, { signal })).data,
  ...WITHOUT_EVENTS,
});

/** Firewalls that a server can get. */
export const firewallChoicesQuery = queryOptions({
  queryKey: ['firewalls', 'choices'],
  queryFn: () => readChoices<Firewall>(client.listFirewalls({ per_page: PER_PAGE })),
});

export const firewallsOfServerQuery = (id: number) =>
  queryOptions({
    queryKey: ['firewalls', 'of-server', id],
    queryFn: () => readChoices<Firewall>(client.listFirewalls({ 'filter[server_id]': id, per_page: PER_PAGE })),
  });

/** Refetches what an operation on floating IPs may have changed. */
export async function refetchFloatingIps(): Promise<void> {
  const keys = [[FLOATING_IPS], ['server'], ['orders'], balanceQuery.queryKey];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Refetches what an operation on firewalls may have changed. */
export const refetchFirewalls = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['firewalls'] });

/** Firewalls of the account. Their events make both queries stale. */
import type { Firewall } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { readChoices } from './read-choices.ts';

export const FIREWALLS_KEY = 'firewalls';

export const firewallsQuery = queryOptions({
  queryKey: [FIREWALLS_KEY],
  queryFn: () => readChoices<Firewall>(client.listFirewalls({ per_page: 50 })),
});

export const firewallQuery = (id: number) =>
  queryOptions({ queryKey: [FIREWALLS_KEY, id], queryFn: ({ signal }) => client.getFirewall({ id }, { signal }) });

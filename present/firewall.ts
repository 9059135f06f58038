import type { Firewall } from '@innkeeper/contract/schemas/firewall';
import type { LoadedFirewall } from '@innkeeper/db/tables/firewalls';
import { iso } from './time.ts';

export function presentFirewall(firewall: LoadedFirewall): Firewall {
  const { id, name, status, rules } = firewall;
  return {
    id,
    name,
    status,
    rules,
    default: firewall.for_new_servers,
    servers: firewall.servers.map((server) => ({ id: server.id, hostname: server.hostname, status: statusOf(server) })),
    created_at: iso(firewall.created_at),
    updated_at: iso(firewall.updated_at),
  };
}

function statusOf({ pending, removing }: LoadedFirewall['servers'][number]): Firewall['servers'][number]['status'] {
  if (removing) return 'removing';
  return pending ? 'applying' : 'applied';
}

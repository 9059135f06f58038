/** Active services hold the capacity and addresses that they need, and ended services hold none. */
import { findings } from './sql.ts';

export const SERVICE_INVARIANTS = [
  findings`
    select format('Server %s is %s although nothing runs.', id, status) as finding from servers where status = 'processing'
    union all
    select format('Server %s is %s, its power is %s.', id, status, power) from servers
    where power = 'booting' or (power = 'absent') <> (status not in ('active', 'suspended'))
    union all
    select format('Server %s is %s, and it holds %s capacity.', id, status, case when holds_capacity then 'its' else 'no' end)
    from servers where holds_capacity <> (status <> 'terminated')
    union all
    select format('Server %s ended without a time or a reason.', id) from servers
    where status = 'terminated' and (ended_at is null or status_reason is null)`,

  findings`
    select format('Address %s is held for server %s, which is %s.', i.address, s.id, s.status) as finding
    from ip_addresses i join servers s on s.id = i.server_id where s.status = 'terminated' or i.account_id <> s.account_id
    union all
    select format('Address %s is held by account %s for no server.', address, account_id)
    from ip_addresses where account_id is not null and server_id is null and floating_ip_id is null
    union all
    select format('Server %s has %s main addresses.', s.id, count(i.id))
    from servers s left join ip_addresses i on i.server_id = s.id and i.main and i.version = 4
    where s.status <> 'terminated' group by s.id having count(i.id) <> 1`,

  findings`
    select format('The %s %s is still being made although nothing runs.', kind, id) as finding from copies where status = 'creating'`,

  findings`
    select format('%s GB are held for ISO %s, which is %s.', r.gb, r.resource_id, coalesce(i.status, 'gone')) as finding
    from disk_rooms r left join isos i on i.id = r.resource_id where coalesce(i.status, 'gone') <> 'ready'`,

  findings`
    select format('Node %s says %s vCPUs (%s dedicated), %s MB, %s GB are used; its servers hold %s (%s), %s, %s.', n.id,
      n.vcpus_used, n.dedicated_vcpus_used, n.memory_mb_used, n.disk_gb_used,
      held.vcpus, held.dedicated, held.memory_mb, held.disk_gb) as finding
    from nodes n
    cross join lateral (select coalesce(sum(vcpus), 0) as vcpus,
      coalesce(sum(vcpus) filter (where dedicated_cpu), 0) as dedicated, coalesce(sum(memory_mb), 0) as memory_mb,
      coalesce(sum(disk_gb), 0) + (select coalesce(sum(gb), 0) from disk_rooms r where r.node_id = n.id) as disk_gb from servers s where s.node_id = n.id and s.holds_capacity) as held
    where (n.vcpus_used, n.dedicated_vcpus_used, n.memory_mb_used, n.disk_gb_used)
      is distinct from (held.vcpus, held.dedicated, held.memory_mb, held.disk_gb)`,
];

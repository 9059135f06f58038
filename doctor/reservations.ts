/** Finds capacity and disk space of this node, and addresses, that are reserved without a reason. */
import { sql } from 'kysely';
import { type Finding, nodeId, type Target } from './target.ts';

const REPORT = 'this is a bug in Innkeeper: report it';

export async function checkReservations(target: Target): Promise<Finding[]> {
  const own = await nodeId(target);
  if (own === null) return [];
  return [
    {
      name: 'reservations',
      items: await listWrongReservations(target, own),
      predicate: 'hold capacity without a reason, or hold none although they need it',
      remedy: REPORT,
    },
    {
      name: 'capacity',
      items: await listCapacityDifferences(target, own),
      predicate: 'differs from the sum of its servers and files',
      remedy: REPORT,
    },
    { name: 'room', items: await listOrphanedDiskReservations(target, own), predicate: 'is held for no file', remedy: REPORT },
    {
      name: 'addresses',
      items: await listOrphanedAddresses(target, own),
      predicate: 'are held for no existing server',
      remedy: REPORT,
    },
  ];
}

interface ProblemRow {
  what: string;
}

/**
 * Lists servers that hold capacity without a reason, or need capacity and hold none. The database ensures that a terminated server holds
 * none.
 */
async function listWrongReservations({ db }: Target, own: number): Promise<string[]> {
  const { rows } = await sql<ProblemRow>`
    select what from (
      select s.id, case
        when not s.holds_capacity then 'holds no capacity'
        when s.status = 'awaiting_payment' and not exists (
          select from order_lines l join orders o on o.id = l.order_id
          where l.service_type = 'server' and l.service_id = s.id and o.status in ('awaiting_payment', 'processing'))
        then 'waits for payment without an order'
        when s.status = 'processing' and not exists (
          select from workflows w where w.kind = 'server.deploy' and w.resource_id = s.id and w.finished_at is null)
        then 'is not built by a workflow' end as why
      from servers s where s.node_id = ${own} and s.status <> 'terminated') as judged
    cross join lateral (select format('server %s (%s)', id, why) as what) as said
    where why is not null order by id`.execute(db);
  return rows.map(({ what }) => what);
}

/**
 * Compares the used capacity of the node with the sum over its servers and files, and lists the differences. While a server is scaled, it
 * holds its previous resources and those reserved for the new plan. A server that moves holds resources on both nodes.
 */
async function listCapacityDifferences({ db }: Target, own: number): Promise<string[]> {
  const { rows } = await sql<ProblemRow>`
    with held as (
      select coalesce(sum(coalesce((w.input -> 'from' ->> 'vcpus')::int, s.vcpus)
          + coalesce((w.input -> 'held' ->> 'vcpus')::int, 0)
          + coalesce((w.input -> 'held' ->> 'dedicatedVcpus')::int, 0)), 0) as vcpus,
        coalesce(sum(case when coalesce((w.input -> 'from' ->> 'dedicated')::boolean, s.dedicated_cpu)
            then coalesce((w.input -> 'from' ->> 'vcpus')::int, s.vcpus) else 0 end
          + coalesce((w.input -> 'held' ->> 'dedicatedVcpus')::int, 0)), 0) as dedicated_vcpus,
        coalesce(sum(coalesce((w.input -> 'from' ->> 'memoryMb')::int, s.memory_mb)
          + coalesce((w.input -> 'held' ->> 'memoryMb')::int, 0)), 0) as memory_mb,
        coalesce(sum(coalesce((w.input -> 'from' ->> 'diskGb')::int, s.disk_gb)
          + coalesce((w.input -> 'held' ->> 'diskGb')::int, 0)), 0)
          + (select coalesce(sum(gb), 0) from disk_rooms where node_id = ${own}) as disk_gb
      from servers s
      left join workflows w on w.kind = 'server.scale' and w.resource_kind = 'server' and w.resource_id = s.id
        and w.finished_at is null
      where s.holds_capacity and (s.node_id = ${own} or exists (
        select from workflows m where m.kind in ('server.move', 'server.migrate') and m.resource_id = s.id and m.finished_at is null
          and ${own} in ((m.input ->> 'from')::int, (m.input ->> 'to')::int))))
    select format('%s of node %s (%s counted, %s held)', unit, n.name, counted, holds) as what
    from nodes n cross join held
    cross join lateral (values ('vCPUs', n.vcpus_used, held.vcpus),
      ('dedicated vCPUs', n.dedicated_vcpus_used, held.dedicated_vcpus), ('MB of memory', n.memory_mb_used, held.memory_mb),
      ('GB of disk', n.disk_gb_used, held.disk_gb)) as sums (unit, counted, holds)
    where n.id = ${own} and counted <> holds`.execute(db);
  return rows.map(({ what }) => what);
}

/** Lists disk space that is held for an ISO without a reason. An ISO's file outlives its row until a workflow has deleted the file. */
async function listOrphanedDiskReservations({ db }: Target, own: number): Promise<string[]> {
  const { rows } = await sql<ProblemRow>`
    select format('%s GB of ISO %s', r.gb, r.resource_id) as what from disk_rooms r left join isos i on i.id = r.resource_id
    where r.node_id = ${own} and (i.id is null or i.status = 'failed') and not exists (
      select from workflows w where w.resource_kind = 'iso' and w.resource_id = r.resource_id and w.finished_at is null)
    order by r.resource_id`.execute(db);
  return rows.map(({ what }) => what);
}

async function listOrphanedAddresses({ db }: Target, own: number): Promise<string[]> {
  const { rows } = await sql<ProblemRow>`
    select format('%s (%s)', host(a.address), case
      when s.id is null then format('account %s', a.account_id)
      when s.status = 'terminated' then format('server %s has ended', s.id)
      else format('server %s belongs to another account', s.id) end) as what
    from ip_addresses a left join servers s on s.id = a.server_id
    where a.account_id is not null and (s.id is null and a.floating_ip_id is null or s.node_id = ${own} and (s.account_id <> a.account_id
      or s.status = 'terminated' and not exists (select from locks l where l.kind = 'server' and l.resource_id = s.id)))
    order by a.id`.execute(db);
  return rows.map(({ what }) => what);
}

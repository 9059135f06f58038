/** Room of a node's disk that files other than servers' disks take, or will take: sold to nobody meanwhile. */
import { type Kysely, sql } from 'kysely';

/** Until now: nobody knew how large a file was that had not come yet. */
const LARGEST_GB = 10;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table disk_rooms (
      kind text not null check (kind in ('iso')),
      resource_id integer not null,
      node_id integer not null references nodes,
      account_id integer not null references accounts,
      gb integer not null check (gb > 0),
      primary key (kind, resource_id)
    );
    create index disk_rooms_account on disk_rooms (account_id);
    comment on table disk_rooms is 'What of a node''s disk is held for files of customers; part of nodes.disk_gb_used.';
    comment on column disk_rooms.resource_id is 'Outlives the row of its file until the file itself is gone.';
    comment on column disk_rooms.gb is 'The most that it may take while its size is not known.';

    insert into disk_rooms (kind, resource_id, node_id, account_id, gb)
      select 'iso', i.id, n.id, i.account_id,
        case i.status when 'ready' then greatest(1, ceil(coalesce(i.size, 0) / 1073741824.0)::int) else ${sql.lit(LARGEST_GB)} end
      from isos i cross join (select min(id) as id from nodes) as n
      where i.account_id is not null and i.status <> 'failed' and n.id is not null;
    -- What lies there already lies there, whether the node has room or not.
    alter table nodes disable trigger refuse_oversold;
    update nodes set disk_gb_used = disk_gb_used + held.gb
      from (select node_id, sum(gb)::int as gb from disk_rooms group by node_id) as held where nodes.id = held.node_id;
    alter table nodes enable trigger refuse_oversold;
  `.execute(db);
}

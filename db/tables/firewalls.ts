/** Firewalls of accounts, with the servers that have them. What a node has to know of them is in firewalls-of-nodes.ts. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database, Firewall } from '../schema.ts';
import { type Page, type PageWanted, pageOf } from './page.ts';

export interface LoadedFirewall extends Firewall {
  /** Those that obey it, or shall, by id. */
  servers: ({ id: number; hostname: string } & Pick<Selectable<Database['firewall_servers']>, 'pending' | 'removing'>)[];
}

/** Returns the id. */
export async function insertFirewall(trx: Kysely<Database>, firewall: Insertable<Database['firewalls']>): Promise<number> {
  const { id } = await trx.insertInto('firewalls').values(firewall).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateFirewall(
  trx: Kysely<Database>,
  id: number,
  fields: Updateable<Database['firewalls']>,
): Promise<void> {
  await trx.updateTable('firewalls').set(fields).where('id', '=', id).execute();
}

/** No server has it. */
export async function deleteFirewall(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('firewalls').where('id', '=', id).execute();
}

export async function findFirewall(db: Kysely<Database>, id: number): Promise<LoadedFirewall | undefined> {
  return withServers(db).where('firewalls.id', '=', id).executeTakeFirst();
}

/** One that exists, since it was created or is locked by the caller's transaction. */
export async function loadFirewall(db: Kysely<Database>, id: number): Promise<LoadedFirewall> {
  return withServers(db).where('firewalls.id', '=', id).executeTakeFirstOrThrow();
}

/** The row, held until the transaction ends. */
export async function lockFirewall(trx: Transaction<Database>, id: number): Promise<Firewall | undefined> {
  return trx.selectFrom('firewalls').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The oldest first. `serverId`: only those of a server. */
export async function pageOfFirewalls(
  db: Kysely<Database>,
  { accountId, serverId, ...wanted }: PageWanted & { accountId: number; serverId?: number | undefined },
): Promise<Page<LoadedFirewall>> {
  const query = withServers(db)
    .where('firewalls.account_id', '=', accountId)
    .$if(serverId !== undefined, (all) =>
      all.where('firewalls.id', 'in', (eb) =>
        eb
          .selectFrom('firewall_servers')
          .select('firewall_id')
          .where('server_id', '=', serverId ?? 0),
      ),
    )
    .orderBy('firewalls.id');
  return pageOf(query, wanted);
}

function withServers(db: Kysely<Database>) {
  return db
    .selectFrom('firewalls')
    .selectAll('firewalls')
    .select(
      sql<LoadedFirewall['servers']>`(
        select coalesce(json_agg(json_build_object('id', s.id, 'hostname', s.hostname, 'pending', l.pending, 'removing', l.removing)
          order by s.id), '[]')
        from firewall_servers as l join server_details as s on s.id = l.server_id where l.firewall_id = firewalls.id)`.as(
        'servers',
      ),
    );
}

/** How many an account has, and how many of them new servers get; none is added until the caller's transaction ends. */
export async function countFirewallsHeld(
  trx: Transaction<Database>,
  accountId: number,
): Promise<{ all: number; forNewServers: number }> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  return trx
    .selectFrom('firewalls')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where for_new_servers))::int`.as('forNewServers'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** Gives it to the servers. Returns those that did not have it. */
export async function addFirewallTo(trx: Kysely<Database>, id: number, serverIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ server_id: number }>`
    insert into firewall_servers (firewall_id, server_id, pending) select ${id}, one, true from unnest(${serverIds}::int[]) as one
    on conflict (firewall_id, server_id) do update set pending = true, removing = false where firewall_servers.removing
    returning server_id`.execute(trx);
  return rows.map(({ server_id }) => server_id);
}

/** It is to be taken off the servers. Returns those that had it. */
export async function takeFirewallOff(trx: Kysely<Database>, id: number, serverIds: readonly number[]): Promise<number[]> {
  const rows = await trx
    .updateTable('firewall_servers')
    .set({ removing: true })
    .where('firewall_id', '=', id)
    .where('server_id', '=', anyOf(serverIds))
    .where('removing', '=', false)
    .returning('server_id')
    .execute();
  return rows.map(({ server_id }) => server_id);
}

/** Its rules are new to all of its servers. Returns them. */
export async function tellServersOf(trx: Kysely<Database>, id: number): Promise<number[]> {
  const rows = await trx
    .updateTable('firewall_servers')
    .set({ pending: true })
    .where('firewall_id', '=', id)
    .where('removing', '=', false)
    .returning('server_id')
    .execute();
  return rows.map(({ server_id }) => server_id);
}

/** How many servers have it. */
export async function countServersOf(trx: Kysely<Database>, id: number): Promise<number> {
  const { n } = await trx
    .selectFrom('firewall_servers')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('firewall_id', '=', id)
    .executeTakeFirstOrThrow();
  return n;
}

/** Of these servers, one that has more than `most` firewalls. */
export async function findServerWithMore(
  trx: Kysely<Database>,
  serverIds: readonly number[],
  most: number,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('firewall_servers')
    .select('server_id')
    .where('server_id', '=', anyOf(serverIds))
    .where('removing', '=', false)
    .groupBy('server_id')
    .having(sql`count(*)`, '>', most)
    .limit(1)
    .executeTakeFirst();
  return row?.server_id;
}

/** Where the servers are, each node once. */
export async function nodesOfServers(
  db: Kysely<Database>,
  serverIds: readonly number[],
): Promise<{ id: number; filters: boolean }[]> {
  return db
    .selectFrom('nodes')
    .select(['id', 'filters'])
    .where('id', 'in', (eb) => eb.selectFrom('server_details').select('node_id').where('id', '=', anyOf(serverIds)))
    .orderBy('id')
    .execute();
}

/** Nodes on which a server could have the firewalls that it has. */
export async function nodesForFirewallsOf(db: Kysely<Database>, serverId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from nodes where filters or not exists (select from firewall_servers where server_id = ${serverId})`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Gives the account's firewalls for new servers to servers that are not built yet: their nodes learn of them before the first boot. Returns whether
 * all of the nodes can filter.
 */
export async function addFirewallsToNew(
  trx: Kysely<Database>,
  accountId: number,
  serverIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ filters: boolean }>`
    insert into firewall_servers (firewall_id, server_id, pending)
    select f.id, s.id, false from firewalls f cross join unnest(${serverIds}::int[]) as s (id)
    where f.account_id = ${accountId} and f.for_new_servers
    returning (select n.filters from server_details d join nodes n on n.id = d.node_id where d.id = server_id) as filters`.execute(
    trx,
  );
  return rows.every(({ filters }) => filters);
}

const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::int[])`;

/** Firewalls of accounts, with the servers that have them. `firewalls-of-nodes.ts` reads the firewalls of a node. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database, Firewall } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

export interface LoadedFirewall extends Firewall {
  /** Servers that the firewall applies to, or will apply to, by id. */
  servers: ({ id: number; hostname: string } & Pick<Selectable<Database['firewall_servers']>, 'pending' | 'removing'>)[];
}

/** Inserts a firewall and returns its id. */
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

/** Deletes a firewall that no server has. */
export async function deleteFirewall(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('firewalls').where('id', '=', id).execute();
}

export async function findFirewall(db: Kysely<Database>, id: number): Promise<LoadedFirewall | undefined> {
  return withServers(db).where('firewalls.id', '=', id).executeTakeFirst();
}

/** Loads a firewall. The firewall must exist: the caller's transaction created or locked it. */
export async function loadFirewall(db: Kysely<Database>, id: number): Promise<LoadedFirewall> {
  return withServers(db).where('firewalls.id', '=', id).executeTakeFirstOrThrow();
}

/** Locks the row of a firewall until the transaction ends. */
export async function lockFirewall(trx: Transaction<Database>, id: number): Promise<Firewall | undefined> {
  return trx.selectFrom('firewalls').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns a page of firewalls, oldest first. With `serverId`, only those of a server. */
export async function pageOfFirewalls(
  db: Kysely<Database>,
  { accountId, serverId, ...page }: PageQuery & { accountId: number; serverId?: number | undefined },
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
  return pageOf(query, page);
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

/** Counts an account's firewalls, and those that new servers get. Locks the account, so that none is added until the transaction ends. */
export async function lockAndCountFirewalls(
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

/** Adds a firewall to servers. Returns the servers that did not have it. */
export async function addFirewallTo(trx: Kysely<Database>, id: number, serverIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ server_id: number }>`
    insert into firewall_servers (firewall_id, server_id, pending) select ${id}, one, true from unnest(${serverIds}::int[]) as one
    on conflict (firewall_id, server_id) do update set pending = true, removing = false where firewall_servers.removing
    returning server_id`.execute(trx);
  return rows.map(({ server_id }) => server_id);
}

/** Marks a firewall for removal from servers. Returns the servers that had it. */
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

/** Marks the firewall's rules as pending on all of its servers. Returns the servers. */
export async function markServersPending(trx: Kysely<Database>, id: number): Promise<number[]> {
  const rows = await trx
    .updateTable('firewall_servers')
    .set({ pending: true })
    .where('firewall_id', '=', id)
    .where('removing', '=', false)
    .returning('server_id')
    .execute();
  return rows.map(({ server_id }) => server_id);
}

/** Counts the servers that have the firewall. */
export async function countServersOf(trx: Kysely<Database>, id: number): Promise<number> {
  const { n } = await trx
    .selectFrom('firewall_servers')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('firewall_id', '=', id)
    .executeTakeFirstOrThrow();
  return n;
}

/** Returns one of these servers that has more than `max` firewalls, or `undefined` if none has. */
export async function findServerWithMore(
  trx: Kysely<Database>,
  serverIds: readonly number[],
  max: number,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('firewall_servers')
    .select('server_id')
    .where('server_id', '=', anyOf(serverIds))
    .where('removing', '=', false)
    .groupBy('server_id')
    .having(sql`count(*)`, '>', max)
    .limit(1)
    .executeTakeFirst();
  return row?.server_id;
}

/** Lists the nodes of these servers without duplicates. */
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

/** Returns whether a server has a firewall. */
export async function isFiltered(db: Kysely<Database>, serverId: number): Promise<boolean> {
  const attached = db.selectFrom('firewall_servers').select('server_id').where('server_id', '=', serverId).limit(1);
  return (await attached.executeTakeFirst()) !== undefined;
}

/** Lists the nodes on which a server could have its current firewalls. */
export async function nodesForFirewallsOf(db: Kysely<Database>, serverId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from nodes where filters or not exists (select from firewall_servers where server_id = ${serverId})`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Adds the account's firewalls for new servers to servers that are not built yet. Their nodes apply them before the first boot. Returns
 * whether all of the nodes can filter.
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

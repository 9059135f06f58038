/**
 * Determines whether cached rows of an account's servers are still current.
 *
 * Each change to such a row writes an event of its server or increments a version (`migrations/start/versions.ts`), in the same
 * transaction. Events of an account become visible in the order of their numbers, without gaps. A cached row is therefore current if
 * neither version has changed since it was read and no later event belongs to its server.
 */
import type pg from 'pg';

/** Versions and event number that identify a state of an account's servers. All are read from one statement's snapshot. */
export interface ServersVersion {
  catalogue: number;
  /** Version that is incremented by each change without an event of a server. */
  servers: number;
  /** Number of the account's latest event. */
  lastEvent: number;
  /** Ids of servers with events after `since`. `null` if there are too many events, or if some of them are deleted. */
  changed: readonly number[] | null;
}

/** Event after which changes of an account are requested. */
export interface ChangesQuery {
  accountId: number;
  lastEvent: number;
}

/** Maximum number of events to read. If there are more, the caller reads the servers again, which costs about as much as 1000 events. */
const MAX_EVENTS = 1_000;

/** Result of `serversVersionSql`. */
export type ServersVersionValues = [catalogue: number, servers: number, lastEvent: number, changed: number[] | null];

/** Returns SQL for a `ServersVersion` as one JSON value. The event number of an account without events is 0. */
export function serversVersionSql(account: string, since: string): string {
  const latest = 'coalesce(h.last_id, 0)';
  return `(
    select json_build_array(c.version, coalesce(h.servers_version, 0), ${latest}, case when ${latest} - ${since} between 0 and ${MAX_EVENTS} then (
        select case when count(*) = ${latest} - ${since} then coalesce(json_agg(resource_id) filter (where resource_kind = 'server'), '[]') end
        from events where account_id = ${account} and id > ${since}) end)
    from catalogue_version c left join event_heads h on h.account_id = ${account})`;
}

/** Converts the result of `serversVersionSql`. */
export function toServersVersion([catalogue, servers, lastEvent, changed]: ServersVersionValues): ServersVersion {
  return { catalogue, servers, lastEvent, changed };
}

const TEXT = `
  select ${serversVersionSql('asked.account', 'asked.since')} as moment
  from unnest($1::int[], $2::bigint[]) with ordinality as asked (account, since, position) order by position`;

/**
 * Returns a `ServersVersion` for each request, in the order of the requests. Uses `pg` directly, as `readVersions` does, because this is the
 * statement of a page whose servers are cached.
 */
export async function readServersVersions(
  pool: Pick<pg.Pool, 'query'>,
  requests: readonly ChangesQuery[],
): Promise<ServersVersion[]> {
  const values = [requests.map(({ accountId }) => accountId), requests.map(({ lastEvent }) => lastEvent)];
  const { rows } = await pool.query<[ServersVersionValues]>({ name: 'servers_moments', text: TEXT, values, rowMode: 'array' });
  return rows.map(([moment]) => toServersVersion(moment));
}

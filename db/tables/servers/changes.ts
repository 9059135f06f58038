/**
 * What tells whether what was read of an account's servers is what a page of them shows still. Each change of it is told by an event of its
 * server, or raises a version (`migrations/start/versions.ts`), in its own transaction; events of an account are seen in the order of
 * their numbers, without gaps. So a row is current if neither version has risen since it was read, and no later event is of its server.
 */
import type pg from 'pg';

/** A moment of an account's servers, as a statement's snapshot shows it. */
export interface ServersMoment {
  catalogue: number;
  /** Raised by what no event of one of its servers tells of. */
  servers: number;
  /** The number of the account's latest event. */
  lastEvent: number;
  /** The servers that events after `since` are of; null: too many, or some of them are deleted. */
  changed: readonly number[] | null;
}

/** The number of an event after which changes are asked for. */
export interface Since {
  accountId: number;
  lastEvent: number;
}

/** Who has more to look through reads its servers again, which costs about as much as 1 000 events. */
const MOST_EVENTS = 1_000;

/** What `momentOf` answers. */
export type MomentValues = [catalogue: number, servers: number, lastEvent: number, changed: number[] | null];

/** As one JSON value. Of an account without an event nothing was ever told. */
export function momentOf(account: string, since: string): string {
  const latest = 'coalesce(h.last_id, 0)';
  return `(
    select json_build_array(c.version, coalesce(h.servers_version, 0), ${latest}, case when ${latest} - ${since} between 0 and ${MOST_EVENTS} then (
        select case when count(*) = ${latest} - ${since} then coalesce(json_agg(resource_id) filter (where resource_kind = 'server'), '[]') end
        from events where account_id = ${account} and id > ${since}) end)
    from catalogue_version c left join event_heads h on h.account_id = ${account})`;
}

export function momentIn([catalogue, servers, lastEvent, changed]: MomentValues): ServersMoment {
  return { catalogue, servers, lastEvent, changed };
}

const TEXT = `
  select ${momentOf('asked.account', 'asked.since')} as moment
  from unnest($1::int[], $2::bigint[]) with ordinality as asked (account, since, position) order by position`;

/** Of each, in their order. By \`pg\` alone, as \`readVersions\` is: this is the statement of a page whose servers are cached. */
export async function readServersMoments(pool: Pick<pg.Pool, 'query'>, asked: readonly Since[]): Promise<ServersMoment[]> {
  const values = [asked.map(({ accountId }) => accountId), asked.map(({ lastEvent }) => lastEvent)];
  const { rows } = await pool.query<[MomentValues]>({ name: 'servers_moments', text: TEXT, values, rowMode: 'array' });
  return rows.map(([moment]) => momentIn(moment));
}

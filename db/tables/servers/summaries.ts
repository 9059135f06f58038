/** Lists short rows of an account's servers, in the order of their ids. */
import type { ServerStatus } from '@innkeeper/model/states/server';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Database, Server } from '../../schema.ts';

export interface SummariesQuery {
  accountId: number;
  statuses: readonly ServerStatus[];
  /** Lower bound of the ids, exclusive. */
  after: number;
  limit: number;
}

/** Columns of a row. Rows are sent without column names, because 1000 rows would be twice as long. */
const COLUMNS = {
  id: 's.id',
  hostname: 's.hostname',
  status: 's.status',
  shown_reason: 's.shown_reason',
  power: 's.power',
  rescue: 's.rescue',
  network_suspended: 's.network_suspended',
  lock_reason: 'l.reason',
  plan: 'p.key',
  image: 'i.name',
  main_ip: '(select host(a.address) from ip_addresses a where a.server_id = s.id and a.main order by a.version limit 1)',
  billing_cycle: 's.billing_cycle',
  renew_price: 's.renew_price::text',
  auto_renew: 's.auto_renew',
  cancelled: 'c.id is not null',
  created_at: 's.created_at',
  expiry_at: 's.expiry_at',
  under_attack: 'attacked.server_id is not null',
  attack_filtered: 'attacked.filtered',
};

export interface SummaryRow
  extends Pick<
    Server,
    | 'id'
    | 'hostname'
    | 'status'
    | 'shown_reason'
    | 'power'
    | 'rescue'
    | 'network_suspended'
    | 'billing_cycle'
    | 'renew_price'
    | 'auto_renew'
    | 'created_at'
    | 'expiry_at'
  > {
  lock_reason: string | null;
  plan: string;
  image: string;
  main_ip: string | null;
  cancelled: boolean;
  under_attack: boolean;
  /** True if all attacked addresses are protected. `null` without an attack. */
  attack_filtered: boolean | null;
}

type PlainRow = Omit<SummaryRow, 'renew_price' | 'created_at' | 'expiry_at'> & {
  renew_price: string;
  created_at: string;
  expiry_at: string | null;
};

/**
 * The ids are selected first, so that PostgreSQL joins only one part of the list. One statement reads the rows and the latest event number
 * from one snapshot. The number changes in the transaction that changes the row (migrations/start/events.ts).
 */
const TEXT = `
  with part as materialized (
    select id from services where account_id = $1 and type = 'server' and status = any($2::text[]) and id > $3
    order by id limit $4),
  attacked as materialized (
    select a.server_id, bool_and(a.ddos_protected) as filtered from attacks t join ip_addresses a on a.id = t.ip_address_id
    where t.account_id = $1 and t.ended_at is null and a.account_id = $1 and a.server_id is not null
    group by a.server_id)
  select coalesce((select last_id from event_heads where account_id = $1), 0)::text as event_id, (
    select coalesce(json_agg(json_build_array(${Object.values(COLUMNS).join(', ')}) order by s.id), '[]')
    from part join servers s on s.id = part.id join plans p on p.id = s.plan_id join images i on i.id = s.image_id
      left join locks l on l.kind = 'server' and l.resource_id = s.id
      left join cancel_requests c on c.service_id = s.id
      left join attacked on attacked.server_id = s.id) as rows`;

/** Returns servers of an account after an id, and the number of the latest event that the rows include. */
export async function readServerSummaries(
  db: Kysely<Database>,
  { accountId, statuses, after, limit }: SummariesQuery,
): Promise<{ rows: SummaryRow[]; eventId: bigint }> {
  const query = CompiledQuery.raw(TEXT, [accountId, [...statuses], after, limit]);
  const [found] = (await db.executeQuery(query as CompiledQuery<{ event_id: string; rows: unknown[][] }>)).rows;
  if (!found) throw new Error('there is one row');
  return { rows: found.rows.map(rowOf), eventId: BigInt(found.event_id) };
}

const NAMES = Object.keys(COLUMNS);

function rowOf(values: unknown[]): SummaryRow {
  // The statement returns the columns in this order.
  const plain = Object.fromEntries(NAMES.map((name, position) => [name, values[position]])) as unknown as PlainRow;
  return {
    ...plain,
    renew_price: BigInt(plain.renew_price),
    created_at: new Date(plain.created_at),
    expiry_at: plain.expiry_at === null ? null : new Date(plain.expiry_at),
  };
}

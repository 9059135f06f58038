/** All that a server shows, for one or many, in one statement. */
import { Failure } from '@innkeeper/model/failures';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database, ImageGroupsTable, IpAddress, LocksTable, Server, SshKey } from '../../schema.ts';
import type { LoadedImage } from '../images.ts';
import type { LoadedPlan } from '../plans.ts';
import { nextWithMore } from '../plans.ts';

export interface LoadedServer extends Server {
  plan: LoadedPlan;
  image: LoadedImage;
  /** The main ones first. */
  addresses: IpAddress[];
  /** With the hostnames of all servers that carry the key and have not ended. */
  ssh_keys: (SshKey & { hostnames: string[] })[];
  lock: Pick<Selectable<LocksTable>, 'reason' | 'locked_at'> | null;
}

/** Throws `not_found`. */
export async function loadServer(db: Kysely<Database>, id: number): Promise<LoadedServer> {
  const [server] = await loadServers(db, [id]);
  if (!server) throw new Failure('not_found');
  return server;
}

/** In the order of the ids; absent ones are left out. */
export async function loadServers(db: Kysely<Database>, ids: readonly number[]): Promise<LoadedServer[]> {
  if (ids.length === 0) return [];
  const { rows } = await statement([...ids]).execute(db);
  const byId = new Map(rows.map((row) => [row.id, revive(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** JSON knows neither dates nor bigints. */
type Plain<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K] extends bigint ? number : T[K];
};

interface Row extends Server {
  plan: Plain<LoadedPlan>;
  image: Plain<Omit<LoadedImage, 'group'>>;
  image_group: Selectable<ImageGroupsTable>;
  addresses: Plain<IpAddress>[];
  ssh_keys: (Plain<SshKey> & { hostnames: string[] })[];
  lock_reason: string | null;
  lock_locked_at: Date | null;
}

/** Keys are gathered first, because many servers share one: the hostnames of a key are put together once. */
const statement = (ids: number[]) => sql<Row>`
  with keys as materialized (
    select k.*, array(
      select s.hostname from server_ssh_keys u join servers s on s.id = u.server_id
      where u.ssh_key_id = k.id and s.status <> 'terminated' order by s.id) as hostnames
    from ssh_keys k where k.id in (select ssh_key_id from server_ssh_keys where server_id = any(${ids}::int[]))
  ), plan as materialized (
    select plans.*, ${nextWithMore('disk_gb')} as with_more_disk, ${nextWithMore('memory_mb')} as with_more_memory
    from plans where id in (select plan_id from servers where id = any(${ids}::int[]))
  )
  select s.*, to_json(plan) as plan, to_json(i) as image, to_json(g) as image_group,
    (select coalesce(json_agg(a order by a.main desc, a.id), '[]') from ip_addresses a where a.server_id = s.id) as addresses,
    (select coalesce(json_agg(k order by k.id), '[]')
      from server_ssh_keys u join keys k on k.id = u.ssh_key_id where u.server_id = s.id) as ssh_keys,
    l.reason as lock_reason, l.locked_at as lock_locked_at
  from servers s
  join plan on plan.id = s.plan_id
  join images i on i.id = s.image_id
  join image_groups g on g.id = i.group_id
  left join locks l on l.kind = 'server' and l.resource_id = s.id
  where s.id = any(${ids}::int[])`;

function revive({ plan, image, image_group, addresses, ssh_keys, lock_reason, lock_locked_at, ...server }: Row): LoadedServer {
  return {
    ...server,
    plan: { ...plan, price: BigInt(plan.price), disabled_at: maybeDate(plan.disabled_at) },
    image: { ...image, disabled_at: maybeDate(image.disabled_at), group: image_group },
    addresses: addresses.map((address) => ({
      ...address,
      assigned_at: maybeDate(address.assigned_at),
      freed_at: maybeDate(address.freed_at),
    })),
    ssh_keys: ssh_keys.map((key) => ({ ...key, created_at: new Date(key.created_at) })),
    lock: lock_reason !== null && lock_locked_at !== null ? { reason: lock_reason, locked_at: lock_locked_at } : null,
  };
}

const maybeDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

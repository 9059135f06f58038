/**
 * All that a server shows, for one or many, in one statement. What many have in common (plans, images, keys) crosses the
 * wire once: 50 servers cost a third of what they cost with a copy each.
 */
import type { AddonKind } from '@innkeeper/model/addons';
import { Failure } from '@innkeeper/model/failures';
import type { Cents } from '@innkeeper/model/money';
import { CompiledQuery, type Kysely, type Selectable, sql } from 'kysely';
import type { Addon, Database, HeldAddress, Server, SshKey } from '../../schema.ts';
import { type FloatingIpTerms, type PlainTerms, revivedTerms, TERMS, TERMS_FROM } from '../floating-ips/shown.ts';
import type { LoadedImage } from '../images.ts';
import { type LoadedPlan, nextWithMore } from '../plans.ts';
import type { CancelRequest } from '../services.ts';

/** Of 49 columns: those of a page cost more than what is joined to them. */
const SHOWN = [
  'id',
  'hostname',
  'status',
  'status_reason',
  'power',
  'rescue',
  'network_suspended',
  'plan_id',
  'image_id',
  'disk_gb',
  'network_speed_mbps',
  'startup_script',
  'startup_script_at',
  'billing_cycle',
  'renew_price',
  'promo_code',
  'auto_renew',
  'created_at',
  'billing_anchor',
  'expiry_at',
  'ended_at',
] as const satisfies readonly (keyof Server)[];

interface Parts {
  plan: LoadedPlan;
  image: LoadedImage;
  /** The main ones first. */
  addresses: ShownAddress[];
  /** With the hostnames of servers that carry the key and have not ended, the `HOSTNAMES_SHOWN` oldest. */
  ssh_keys: (SshKey & { hostnames: string[] })[];
  lock: Pick<Selectable<Database['locks']>, 'reason' | 'locked_at'> | null;
  /** Those that have not ended, the oldest first. */
  addons: ShownAddon[];
  /** That it shall end. */
  cancel_request: CancelRequest | null;
  /** Of its renewals that are ordered and wait for their money. */
  unpaid_months: number;
}

/** An address, with the floating IP that it is. */
export type ShownAddress = HeldAddress & { floating_ip: FloatingIpTerms | null };

/** An addon with the request that it shall end, and what the catalogue says of it; null: it is not there any more. */
export interface ShownAddon extends Addon {
  kind: AddonKind | null;
  /** Net cents a month of one more. */
  catalogue_price: Cents | null;
  cancel_request: CancelRequest | null;
}

/** What customers see of a server. */
export interface ShownServer extends Pick<Server, (typeof SHOWN)[number]>, Parts {}

/** And the rest of its row. */
export interface LoadedServer extends Server, Parts {}

/** One key on 10 000 servers would make megabytes of every page of them; the key's own page lists them all. */
const HOSTNAMES_SHOWN = 20;

/** Throws `not_found`. */
export async function loadServer(db: Kysely<Database>, id: number): Promise<LoadedServer> {
  const [server] = await loadServers(db, [id]);
  if (!server) throw new Failure('not_found');
  return server;
}

/** In the order of the ids; absent ones are left out. */
export async function loadServers(db: Kysely<Database>, ids: readonly number[]): Promise<LoadedServer[]> {
  return load(db, ids, WHOLE);
}

/** The same for who only shows them. */
export async function loadShownServers(db: Kysely<Database>, ids: readonly number[]): Promise<ShownServer[]> {
  return load(db, ids, ONLY_SHOWN);
}

type Keyed = Pick<Server, 'id' | 'plan_id' | 'image_id'>;

/** A statement by what it is given; it takes the ids once, though it uses them eight times. */
type Statement<Own> = (db: Kysely<Database>, ids: readonly number[]) => CompiledQuery<Own & RowParts>;

async function load<Own extends Keyed>(
  db: Kysely<Database>,
  ids: readonly number[],
  statement: Statement<Own>,
): Promise<(Own & Parts)[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.executeQuery(statement(db, ids));
  const loaded = new Map(revive(rows).map((server) => [server.id, server]));
  return ids.flatMap((id) => loaded.get(id) ?? []);
}

/** JSON knows neither dates nor bigints. */
type Plain<T> = {
  [K in keyof T]: T[K] extends Date
    ? string
    : T[K] extends Date | null
      ? string | null
      : T[K] extends bigint
        ? number
        : T[K] extends bigint | null
          ? number | null
          : T[K];
};

interface RowParts {
  lock_reason: string | null;
  lock_locked_at: Date | null;
  unpaid_months: number;
  cancel_request: Plain<CancelRequest> | null;
  /** What is read once for all of them; with the first row only. */
  shared: Shared | null;
}

interface Shared {
  plans: Plain<LoadedPlan>[];
  images: (Plain<Omit<LoadedImage, 'group'>> & Pick<LoadedImage, 'group'>)[];
  keys: (Plain<SshKey> & { hostnames: string[] })[];
  /** Each with its fields in the order of `ADDRESS_FIELDS`: with their names it would be twice as long. */
  addresses: AddressValues[];
  /** Of them: the id of the address, and an address in it with its name. */
  names: [number, string, string][];
  floating_ips: PlainTerms[];
  addons: (Plain<Omit<ShownAddon, 'cancel_request'>> & { cancel_request: Plain<CancelRequest> | null })[];
  /** Server and key, by the key's id. */
  links: [number, number][];
}

const ADDRESS_FIELDS = sql.raw(
  'id, address, prefix, version, gateway, type, ddos_protected, account_id, server_id, addon_id, floating_ip_id, main, assigned_at',
);
type Address = Plain<Omit<HeldAddress, 'names'>>;
type AddressValues = [
  Address['id'],
  Address['address'],
  Address['prefix'],
  Address['version'],
  Address['gateway'],
  Address['type'],
  Address['ddos_protected'],
  Address['account_id'],
  Address['server_id'],
  Address['addon_id'],
  Address['floating_ip_id'],
  Address['main'],
  Address['assigned_at'],
];

const IDS = sql.raw('$1::int[]');

const SHARED = sql`json_build_object(
  'plans', (select json_agg(p) from (
    select plans.*, ${nextWithMore('disk_gb')} as with_more_disk, ${nextWithMore('memory_mb')} as with_more_memory
    from plans where id in (select plan_id from server_details where id = any(${IDS}))) p),
  'images', (select json_agg(i) from (
    select images.*, to_json(g) as group from images join image_groups g on g.id = images.group_id
    where images.id in (select image_id from server_details where id = any(${IDS}))) i),
  'keys', (select coalesce(json_agg(k), '[]') from (
    select ssh_keys.*, array(
      select u.hostname from server_ssh_keys u where u.ssh_key_id = ssh_keys.id and u.hostname is not null
      order by u.server_id limit ${sql.lit(HOSTNAMES_SHOWN)}) as hostnames
    from ssh_keys where id in (select ssh_key_id from server_ssh_keys where server_id = any(${IDS}))) k),
  'addresses', (
    select coalesce(json_agg(json_build_array(${ADDRESS_FIELDS}) order by main desc, version, id), '[]')
    from ip_addresses where server_id = any(${IDS})),
  'names', (
    select coalesce(json_agg(json_build_array(n.ip_address_id, host(n.address), n.name) order by n.address), '[]')
    from ptr_names n where n.ip_address_id in (select id from ip_addresses where server_id = any(${IDS}))),
  'floating_ips', (
    select coalesce(json_agg(json_build_object(${TERMS})), '[]') ${TERMS_FROM}
    where f.id in (select floating_ip_id from ip_addresses where server_id = any(${IDS}) and floating_ip_id is not null)),
  'addons', (
    select coalesce(json_agg(jsonb_build_object('kind', p.kind, 'catalogue_price', p.price, 'cancel_request', to_jsonb(c)) || to_jsonb(a) order by a.id), '[]')
    from addons a left join addon_products p on p.key = a.key left join cancel_requests c on c.service_id = a.id
    where a.server_id = any(${IDS}) and a.status <> 'terminated'),
  'links', (
    select coalesce(json_agg(json_build_array(server_id, ssh_key_id) order by ssh_key_id), '[]')
    from server_ssh_keys where server_id = any(${IDS})))`;

const textOf = (columns: string) => sql`
  select ${sql.raw(columns)}, to_json(c) as cancel_request, l.reason as lock_reason, l.locked_at as lock_locked_at,
    (select coalesce(sum(line.billing_cycle), 0)::int from order_lines line join orders o on o.id = line.order_id
      where line.service_type = 'server' and line.service_id = s.id
        and o.status in ('awaiting_payment', 'processing') and o.type in ('renew-service', 'combined')) as unpaid_months,
    case when row_number() over () = 1 then ${SHARED} end as shared
  from servers s left join cancel_requests c on c.service_id = s.id left join locks l on l.kind = 'server' and l.resource_id = s.id
  where s.id = any(${IDS})`;

/** Compiled once, when it is first asked for. */
function statementOf<Own>(columns: string): Statement<Own> {
  let text: string | undefined;
  return (db, ids) => {
    text ??= textOf(columns).compile(db).sql;
    return CompiledQuery.raw(text, [ids]) as CompiledQuery<Own & RowParts>;
  };
}

const WHOLE = statementOf<Server>('s.*');
const ONLY_SHOWN = statementOf<Pick<Server, (typeof SHOWN)[number]>>(SHOWN.map((column) => `s.${column}`).join(', '));

const NOTHING_SHARED: Shared = {
  ...{ plans: [], images: [], keys: [], addresses: [], names: [] },
  ...{ floating_ips: [], addons: [], links: [] },
};

function revive<Own extends Keyed>(rows: (Own & RowParts)[]): (Own & Parts)[] {
  const { plans, images, keys, addresses, names, floating_ips, addons, links } =
    rows.find((row) => row.shared)?.shared ?? NOTHING_SHARED;
  const planOf = byId(plans, (plan) => ({ ...plan, price: BigInt(plan.price), disabled_at: maybeDate(plan.disabled_at) }));
  const imageOf = byId(images, (image) => ({ ...image, disabled_at: maybeDate(image.disabled_at) }));
  const keyOf = byId(keys, (key) => ({ ...key, created_at: new Date(key.created_at) }));
  const namesOf = grouped(names, ([of]) => of);
  const floatingIps = new Map(floating_ips.map((plain) => [plain.id, revivedTerms(plain)]));
  const addressesOf = grouped(
    addresses.map((values) => revivedAddress(values, namesOf(values[0]), floatingIps)),
    (address) => address.server_id,
  );
  const addonsOf = grouped(addons.map(revivedAddon), (addon) => addon.server_id);
  const linksOf = grouped(links, ([server]) => server);
  // In place: a copy of each row with its 40 fields took as long as all else that is done with it.
  return rows.map((row) => {
    const { lock_reason, lock_locked_at, cancel_request: cancel } = row;
    return Object.assign<Own, Parts>(row, {
      plan: planOf(row.plan_id),
      image: imageOf(row.image_id),
      addresses: addressesOf(row.id),
      addons: addonsOf(row.id),
      ssh_keys: linksOf(row.id).map(([, key]) => keyOf(key)),
      lock: lock_reason !== null && lock_locked_at !== null ? { reason: lock_reason, locked_at: lock_locked_at } : null,
      cancel_request: cancel && { ...cancel, created_at: new Date(cancel.created_at) },
      unpaid_months: row.unpaid_months,
    });
  });
}

function revivedAddress(
  values: AddressValues,
  names: Shared['names'],
  floatingIps: ReadonlyMap<number, FloatingIpTerms>,
): ShownAddress {
  const [id, address, prefix, version, gateway, type, ddos_protected, account_id, ...of] = values;
  const [server_id, addon_id, floating_ip_id, main, assigned] = of;
  return {
    id,
    address,
    prefix,
    version,
    gateway,
    type,
    ddos_protected,
    account_id,
    server_id,
    addon_id,
    floating_ip_id,
    main,
    assigned_at: maybeDate(assigned),
    names: names.map(([, of, name]) => ({ address: of, name })),
    floating_ip: floatingIps.get(floating_ip_id ?? 0) ?? null,
  };
}

function revivedAddon({ cancel_request: cancel, ...addon }: Shared['addons'][number]): ShownAddon {
  return {
    ...addon,
    catalogue_price: addon.catalogue_price === null ? null : BigInt(addon.catalogue_price),
    renew_price: BigInt(addon.renew_price),
    created_at: new Date(addon.created_at),
    activated_at: maybeDate(addon.activated_at),
    billing_anchor: maybeDate(addon.billing_anchor),
    expiry_at: maybeDate(addon.expiry_at),
    suspended_at: maybeDate(addon.suspended_at),
    ended_at: maybeDate(addon.ended_at),
    suspend_after: maybeDate(addon.suspend_after),
    next_backup_at: maybeDate(addon.next_backup_at),
    cancel_request: cancel && { ...cancel, created_at: new Date(cancel.created_at) },
  };
}

function grouped<Row>(rows: readonly Row[], idOf: (row: Row) => number | null): (id: number) => Row[] {
  const groups = new Map<number | null, Row[]>();
  for (const row of rows) {
    const group = groups.get(idOf(row));
    if (group) group.push(row);
    else groups.set(idOf(row), [row]);
  }
  return (id) => groups.get(id) ?? [];
}

/** Looks revived rows up; all that is asked for is there, by the foreign keys and the one snapshot of the statement. */
function byId<In extends { id: number }, Out>(rows: In[], revived: (row: In) => Out): (id: number) => Out {
  const map = new Map(rows.map((row) => [row.id, revived(row)]));
  return (id) => {
    const row = map.get(id);
    if (!row) throw new Error(`row ${id} is missing`);
    return row;
  };
}

const maybeDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

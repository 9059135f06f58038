/** Names of addresses in reverse DNS, and the changes that the DNS server has not received yet. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export interface PtrName {
  address: string;
  name: string;
}

/** Lists the names of an address, or of the addresses in an IPv6 prefix, in order of address. */
export async function namesOf(db: Kysely<Database>, ipAddressId: number): Promise<PtrName[]> {
  const { rows } = await sql<PtrName>`
    select host(address) as address, name from ptr_names where ip_address_id = ${ipAddressId} order by ptr_names.address`.execute(
    db,
  );
  return rows;
}

/** Sets names, and removes names that are `null`. The caller must hold the lock on the address's row. */
export async function setNames(
  trx: Transaction<Database>,
  of: { ipAddressId: number; poolId: number },
  names: ReadonlyMap<string, string | null>,
  now: Date,
): Promise<void> {
  const set = [...names].flatMap(([address, name]) => (name === null ? [] : [{ address, name }]));
  const removed = [...names].flatMap(([address, name]) => (name === null ? [address] : []));
  if (removed.length > 0) await removeNames(trx, of.ipAddressId, removed, now);
  if (set.length === 0) return;
  await sql`
    insert into ptr_names as known (address, name, ip_address_id, pool_id, push_at)
    select address, name, ${of.ipAddressId}::int, ${of.poolId}::int, ${now}::timestamptz
    from unnest(${set.map(({ address }) => address)}::inet[], ${set.map(({ name }) => name)}::text[]) as given (address, name)
    on conflict (address) do update set name = excluded.name, ip_address_id = excluded.ip_address_id, pool_id = excluded.pool_id,
      version = known.version + 1, push_at = excluded.push_at, tries = 0, error = null
    where known.name is distinct from excluded.name`.execute(trx);
}

/** Removes names. Names that were never pushed are deleted immediately. */
async function removeNames(trx: Transaction<Database>, ipAddressId: number, addresses: readonly string[], now: Date) {
  const which = sql`ip_address_id = ${ipAddressId} and address = any(${[...addresses]}::inet[])`;
  await sql`delete from ptr_names where ${which} and not told`.execute(trx);
  await sql`
    update ptr_names set name = null, ip_address_id = null, version = version + 1, push_at = ${now}::timestamptz, tries = 0, error = null
    where ${which}`.execute(trx);
}

/** A name to push to the DNS server. `name` is `null` to remove it. */
export interface Push extends Pick<Selectable<Database['ptr_names']>, 'name' | 'version' | 'tries'> {
  address: string;
  cidr: string;
}

/** Returns SQL for whether names are due to be pushed. The query uses an index. */
export const hasDuePushes = (now: Date) =>
  sql<boolean>`exists (select from ptr_names where push_at <= ${now} and held_until <= ${now})`;

/** Claims due names of one pool, longest overdue first, and counts the attempt. No other caller gets them for `holdMs` milliseconds. */
export async function claimPushes(
  db: Kysely<Database>,
  now: Date,
  { atMost, holdMs }: { atMost: number; holdMs: number },
): Promise<Push[]> {
  const due = sql`push_at <= ${now} and held_until <= ${now}`;
  const { rows } = await sql<Push>`
    with claimed as materialized (
      select address from ptr_names
      where ${due} and pool_id = (select pool_id from ptr_names where ${due} order by push_at, address limit 1)
      order by push_at, address limit ${atMost} for update skip locked)
    update ptr_names n set held_until = ${now}::timestamptz + make_interval(secs => ${holdMs / 1000}), told = true, tries = tries + 1
    from claimed, ip_pools p where n.address = claimed.address and p.id = n.pool_id
    returning host(n.address) as address, n.name, n.version, n.tries, p.cidr::text as cidr`.execute(db);
  return rows;
}

/** Extends the claim of names by `holdMs` milliseconds. Leaves out names that have changed in the meantime. */
export async function extendClaims(db: Kysely<Database>, pushes: readonly Push[], now: Date, holdMs: number): Promise<Push[]> {
  const { rows } = await sql<{ address: string }>`
    update ptr_names n set held_until = ${now}::timestamptz + make_interval(secs => ${holdMs / 1000})
    from ${pushRows(pushes)} where n.address = given.address and n.version = given.version
    returning host(n.address) as address`.execute(db);
  const used = new Set(rows.map(({ address }) => address));
  return pushes.filter(({ address }) => used.has(address));
}

/** Records that the DNS server received these names. Names that have changed in the meantime are pushed again. */
export async function markPushed(db: Kysely<Database>, pushes: readonly Push[], now: Date): Promise<void> {
  await sql`
    with gone as (
      delete from ptr_names n using ${pushRows(pushes)} where n.address = given.address and n.version = given.version and n.name is null)
    update ptr_names n set held_until = 'epoch',
      tries = 0, error = null, push_at = case when n.version = given.version then null else ${now}::timestamptz end
    from ${pushRows(pushes)} where n.address = given.address and (n.name is not null or n.version <> given.version)`.execute(db);
}

/** Records why these names could not be pushed, and schedules the next attempt after `pauseMs` milliseconds. */
export async function markPushFailed(
  db: Kysely<Database>,
  pushes: readonly Push[],
  { error, now, pauseMs }: { error: string; now: Date; pauseMs: (tries: number) => number },
): Promise<void> {
  const next = pushes.map(({ tries }) => new Date(now.getTime() + pauseMs(tries)));
  await sql`
    update ptr_names n set held_until = 'epoch', error = case when n.version = given.version then ${error} else n.error end,
      push_at = case when n.version = given.version then given.next else n.push_at end
    from unnest(${pushes.map(({ address }) => address)}::inet[], ${pushes.map(({ version }) => version)}::int[],
      ${next}::timestamptz[]) as given (address, version, next)
    where n.address = given.address`.execute(db);
}

/** Releases claimed names without counting the attempt, because the DNS server was unreachable. */
export async function releasePushes(db: Kysely<Database>, pushes: readonly Push[]): Promise<void> {
  await sql`
    update ptr_names n set held_until = 'epoch', tries = greatest(n.tries - 1, 0)
    from ${pushRows(pushes)} where n.address = given.address and n.version = given.version`.execute(db);
}

/** Schedules all names to be pushed again, including removals. */
export async function pushAll(trx: Kysely<Database>, now: Date): Promise<void> {
  await trx.updateTable('ptr_names').set({ push_at: now, tries: 0, error: null }).execute();
}

/** Counts the names, those waiting to be pushed, and those with an error. `error` is one of the errors, or `null`. */
export async function countNames(
  db: Kysely<Database>,
): Promise<{ waiting: number; refused: number; names: number; error: string | null }> {
  const { rows } = await sql<{ waiting: number; refused: number; names: number; error: string | null }>`
    select count(*) filter (where push_at is not null)::int as waiting, count(*) filter (where error is not null)::int as refused,
      count(name)::int as names, max(error) as error
    from ptr_names`.execute(db);
  return rows[0] ?? { waiting: 0, refused: 0, names: 0, error: null };
}

const pushRows = (pushes: readonly Push[]) => sql`
  unnest(${pushes.map(({ address }) => address)}::inet[], ${pushes.map(({ version }) => version)}::int[]) as given (address, version)`;

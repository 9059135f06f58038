/** Names of addresses, and what of them the DNS server has still to be told. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export interface PtrName {
  address: string;
  name: string;
}

/** Of an address, or of those in an IPv6 network, in their order. */
export async function namesOf(db: Kysely<Database>, ipAddressId: number): Promise<PtrName[]> {
  const { rows } = await sql<PtrName>`
    select host(address) as address, name from ptr_names where ip_address_id = ${ipAddressId} order by ptr_names.address`.execute(
    db,
  );
  return rows;
}

/** Sets names, and removes those that are null. The address's row must be held. */
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

/** What the server was never told is gone at once. */
async function removeNames(trx: Transaction<Database>, ipAddressId: number, addresses: readonly string[], now: Date) {
  const which = sql`ip_address_id = ${ipAddressId} and address = any(${[...addresses]}::inet[])`;
  await sql`delete from ptr_names where ${which} and not told`.execute(trx);
  await sql`
    update ptr_names set name = null, ip_address_id = null, version = version + 1, push_at = ${now}::timestamptz, tries = 0, error = null
    where ${which}`.execute(trx);
}

/** A name, or none, that the server is to be told. */
export interface Push extends Pick<Selectable<Database['ptr_names']>, 'name' | 'version' | 'tries'> {
  address: string;
  cidr: string;
}

/** That names wait, by the clock: an index answers. */
export const waiting = (now: Date) =>
  sql<boolean>`exists (select from ptr_names where push_at <= ${now} and held_until <= ${now})`;

/** Takes those of one pool that wait, the longest first, and counts the try. They are nobody else's for `holdMs`. */
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

/** For a while more; those that have changed meanwhile are left out. */
export async function holdPushes(db: Kysely<Database>, pushes: readonly Push[], now: Date, holdMs: number): Promise<Push[]> {
  const { rows } = await sql<{ address: string }>`
    update ptr_names n set held_until = ${now}::timestamptz + make_interval(secs => ${holdMs / 1000})
    from ${given(pushes)} where n.address = given.address and n.version = given.version
    returning host(n.address) as address`.execute(db);
  const held = new Set(rows.map(({ address }) => address));
  return pushes.filter(({ address }) => held.has(address));
}

/** The server was told. What has changed meanwhile is told again. */
export async function markTold(db: Kysely<Database>, pushes: readonly Push[], now: Date): Promise<void> {
  await sql`
    with gone as (
      delete from ptr_names n using ${given(pushes)} where n.address = given.address and n.version = given.version and n.name is null)
    update ptr_names n set held_until = 'epoch',
      tries = 0, error = null, push_at = case when n.version = given.version then null else ${now}::timestamptz end
    from ${given(pushes)} where n.address = given.address and (n.name is not null or n.version <> given.version)`.execute(db);
}

/** The server was not told, and why; `pauseMs`: until the next try. */
export async function markUntold(
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

/** Nobody could be told: they are as they were before. */
export async function releasePushes(db: Kysely<Database>, pushes: readonly Push[]): Promise<void> {
  await sql`
    update ptr_names n set held_until = 'epoch', tries = greatest(n.tries - 1, 0)
    from ${given(pushes)} where n.address = given.address and n.version = given.version`.execute(db);
}

/** All of them are told again, those that are to be forgotten too. */
export async function pushAll(trx: Kysely<Database>, now: Date): Promise<void> {
  await trx.updateTable('ptr_names').set({ push_at: now, tries: 0, error: null }).execute();
}

/** How many wait, and since when; `error`: why one of them could not be told. */
export async function waitingNames(
  db: Kysely<Database>,
): Promise<{ waiting: number; refused: number; names: number; error: string | null }> {
  const { rows } = await sql<{ waiting: number; refused: number; names: number; error: string | null }>`
    select count(*) filter (where push_at is not null)::int as waiting, count(*) filter (where error is not null)::int as refused,
      count(name)::int as names, max(error) as error
    from ptr_names`.execute(db);
  return rows[0] ?? { waiting: 0, refused: 0, names: 0, error: null };
}

const given = (pushes: readonly Push[]) => sql`
  unnest(${pushes.map(({ address }) => address)}::inet[], ${pushes.map(({ version }) => version)}::int[]) as given (address, version)`;

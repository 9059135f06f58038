/** Identity providers of accounts, and the domains that they vouch for. */
import { randomBytes } from 'node:crypto';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database } from '../schema.ts';

export type IdentityProviderRow = Selectable<Database['identity_providers']>;
export type IdentityDomain = Selectable<Database['identity_domains']>;

/** 128 random bits, in 22 characters. */
export const newSignInKey = (): string => randomBytes(16).toString('base64url');
/** 192 random bits, in 32 characters. */
const newToken = (): string => randomBytes(24).toString('base64url');

export function findIdentityProvider(db: Kysely<Database>, accountId: number): Promise<IdentityProviderRow | undefined> {
  return db.selectFrom('identity_providers').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Held until the transaction ends, so that nobody signs in by what it was before. */
export function lockIdentityProvider(trx: Transaction<Database>, id: number): Promise<IdentityProviderRow | undefined> {
  return trx.selectFrom('identity_providers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** That of a proven domain, or of a key; one that is enabled, of an account that is open. */
export function findSignInProvider(
  db: Kysely<Database>,
  of: { domain: string } | { key: string },
): Promise<IdentityProviderRow | undefined> {
  return db
    .selectFrom('identity_providers as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .selectAll('p')
    .where('p.enabled', '=', true)
    .where('a.closed_at', 'is', null)
    .where((eb) =>
      'key' in of
        ? eb('p.sign_in_key', '=', of.key)
        : eb.exists(
            eb
              .selectFrom('identity_domains as d')
              .select('d.id')
              .whereRef('d.provider_id', '=', 'p.id')
              .where('d.name', '=', of.domain)
              .where('d.verified_at', 'is not', null),
          ),
    )
    .executeTakeFirst();
}

export async function insertIdentityProvider(
  trx: Transaction<Database>,
  row: Insertable<Database['identity_providers']>,
): Promise<IdentityProviderRow> {
  return trx.insertInto('identity_providers').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateIdentityProvider(
  trx: Transaction<Database>,
  id: number,
  changes: Updateable<Database['identity_providers']>,
): Promise<IdentityProviderRow> {
  return trx.updateTable('identity_providers').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** The database ends its sessions, and forgets who users were there. */
export async function deleteIdentityProvider(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('identity_providers').where('id', '=', id).execute();
}

/** In the order in which they were named. */
export function identityDomainsOf(db: Kysely<Database>, providerId: number): Promise<IdentityDomain[]> {
  return db.selectFrom('identity_domains').selectAll().where('provider_id', '=', providerId).orderBy('id').execute();
}

/** Those that were there stay as they are. */
export async function putIdentityDomains(
  trx: Transaction<Database>,
  { providerId, names, now }: { providerId: number; names: readonly string[]; now: Date },
): Promise<void> {
  await trx
    .deleteFrom('identity_domains')
    .where('provider_id', '=', providerId)
    .where('name', '<>', sql<string>`all(${[...names]}::text[])`)
    .execute();
  for (const name of names)
    await trx
      .insertInto('identity_domains')
      .values({ provider_id: providerId, name, token: newToken(), created_at: now })
      .onConflict((oc) => oc.constraint('identity_domains_once').doNothing())
      .execute();
}

/** Whether it is proven now; not, if it is another account's. */
export async function verifyIdentityDomain(
  trx: Transaction<Database>,
  { id, by, now }: { id: number; by: 'dns' | 'operator'; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update identity_domains d set verified_at = ${now}, verified_by = ${by} where d.id = ${id} and d.verified_at is null
      and not exists (select from identity_domains o where o.name = d.name and o.verified_at is not null)
    returning d.id`.execute(trx);
  return rows.length > 0;
}

/** It counts no longer. */
export async function releaseIdentityDomain(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.updateTable('identity_domains').set({ verified_at: null, verified_by: null }).where('id', '=', id).execute();
}

/** What a provider vouches for. */
export async function verifiedDomains(db: Kysely<Database>, providerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('identity_domains')
    .select('name')
    .where('provider_id', '=', providerId)
    .where('verified_at', 'is not', null)
    .execute();
  return rows.map(({ name }) => name);
}

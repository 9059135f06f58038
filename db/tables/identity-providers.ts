/** Identity providers of accounts, and the email domains that they may assert. */
import { randomBytes } from 'node:crypto';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database } from '../schema.ts';

export type IdentityProviderRow = Selectable<Database['identity_providers']>;
export type IdentityDomain = Selectable<Database['identity_domains']>;

/** Returns 128 random bits as 22 characters. */
export const newSignInKey = (): string => randomBytes(16).toString('base64url');
/** Returns 192 random bits as 32 characters. */
const newToken = (): string => randomBytes(24).toString('base64url');

export function findIdentityProvider(db: Kysely<Database>, accountId: number): Promise<IdentityProviderRow | undefined> {
  return db.selectFrom('identity_providers').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Locks a provider until the transaction ends, so that no sign-in uses its old settings. */
export function lockIdentityProvider(trx: Transaction<Database>, id: number): Promise<IdentityProviderRow | undefined> {
  return trx.selectFrom('identity_providers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Finds the enabled provider of an open account, by a proven domain or by the provider's sign-in key. */
export function findSignInProvider(
  db: Kysely<Database>,
  lookup: { domain: string } | { key: string },
): Promise<IdentityProviderRow | undefined> {
  return db
    .selectFrom('identity_providers as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .selectAll('p')
    .where('p.enabled', '=', true)
    .where('a.closed_at', 'is', null)
    .where((eb) =>
      'key' in lookup
        ? eb('p.sign_in_key', '=', lookup.key)
        : eb.exists(
            eb
              .selectFrom('identity_domains as d')
              .select('d.id')
              .whereRef('d.provider_id', '=', 'p.id')
              .where('d.name', '=', lookup.domain)
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

/** Deletes a provider. The database ends its sessions and deletes its identities of users. */
export async function deleteIdentityProvider(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('identity_providers').where('id', '=', id).execute();
}

/** Lists the domains of a provider in the order in which they were added. */
export function identityDomainsOf(db: Kysely<Database>, providerId: number): Promise<IdentityDomain[]> {
  return db.selectFrom('identity_domains').selectAll().where('provider_id', '=', providerId).orderBy('id').execute();
}

/** Replaces the domains of a provider. Domains that already exist keep their state. */
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

/** Marks a domain as proven. Returns false if the domain is already proven, by this account or another. */
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

/** Withdraws the proof of a domain. */
export async function releaseIdentityDomain(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.updateTable('identity_domains').set({ verified_at: null, verified_by: null }).where('id', '=', id).execute();
}

/** Lists the proven domains of a provider. */
export async function verifiedDomains(db: Kysely<Database>, providerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('identity_domains')
    .select('name')
    .where('provider_id', '=', providerId)
    .where('verified_at', 'is not', null)
    .execute();
  return rows.map(({ name }) => name);
}

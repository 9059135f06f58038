import type { OperatorResult } from '@innkeeper/contract/operator/all';
import type { Database } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import type { Kysely } from 'kysely';

export type Domain = OperatorResult<'confirmDomain'>;

export function domainsIn(db: Kysely<Database>) {
  return db
    .selectFrom('identity_domains as d')
    .innerJoin('identity_providers as p', 'p.id', 'd.provider_id')
    .select(['d.id', 'd.name', 'p.account_id as account', 'p.issuer', 'd.verified_at', 'd.verified_by', 'd.created_at']);
}

/** Narrows `verified_by`. A check constraint allows no other values. */
export const viewOf = (row: Omit<Domain, 'verified_by'> & { verified_by: string | null }): Domain => ({
  ...row,
  verified_by: row.verified_by as Domain['verified_by'],
});

/** Returns a domain. Throws `not_found`. */
export async function findDomain(db: Kysely<Database>, id: number): Promise<Domain> {
  const row = await domainsIn(db).where('d.id', '=', id).executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `Domain ${id} does not exist.` });
  return viewOf(row);
}

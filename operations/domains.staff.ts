import type { Database } from '@innkeeper/db/schema';
import { releaseIdentityDomain, verifyIdentityDomain } from '@innkeeper/db/tables/identity-providers';
import { audit } from '@innkeeper/domain/audit';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure } from '@innkeeper/model/failures';
import type { Kysely } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists domains by name, for one account or all accounts. */
export function listDomains(
  { db }: StaffCx,
  { account, ...paging }: StaffInput<'listDomains'>,
): Promise<StaffReply<'listDomains'>> {
  const found = domainsIn(db).$if(account !== undefined, (query) => query.where('p.account_id', '=', account ?? 0));
  return listPage(found.orderBy('d.name').orderBy('d.id'), paging, viewOf);
}

/**
 * Marks a domain as verified. An already verified domain stays unchanged. Throws `not_found`, and `wrong_state` if another account has
 * verified the domain.
 */
export async function confirmDomain(
  cx: StaffCx,
  { domain: id }: StaffInput<'confirmDomain'>,
): Promise<StaffReply<'confirmDomain'>> {
  const before = await findDomain(cx.db, id);
  if (before.verified_at !== null) return before;
  if (!(await verifyIdentityDomain(cx.db, { id, by: 'operator', now: cx.clock.now() })))
    throw new Failure('wrong_state', {
      message: `Another account has already proven the domain ${before.name}. Release the domain there first.`,
    });
  await audit(cx, 'confirmDomain', { kind: 'identity_domain', id, accountId: before.account }, { name: String(before.name) });
  return findDomain(cx.db, id);
}

/** Marks a domain as unverified, so that its addresses cannot sign in until it is verified again. Throws `not_found`. */
export async function releaseDomain(
  cx: StaffCx,
  { domain: id }: StaffInput<'releaseDomain'>,
): Promise<StaffReply<'releaseDomain'>> {
  const before = await findDomain(cx.db, id);
  if (before.verified_at === null) return before;
  await releaseIdentityDomain(cx.db, id);
  await audit(cx, 'releaseDomain', { kind: 'identity_domain', id, accountId: before.account }, { name: String(before.name) });
  return findDomain(cx.db, id);
}

type Domain = StaffReply<'confirmDomain'>;

function domainsIn(db: Kysely<Database>) {
  return db
    .selectFrom('identity_domains as d')
    .innerJoin('identity_providers as p', 'p.id', 'd.provider_id')
    .select(['d.id', 'd.name', 'p.account_id as account', 'p.issuer', 'd.verified_at', 'd.verified_by', 'd.created_at']);
}

/** Narrows `verified_by`. A check constraint allows no other values. */
const viewOf = (row: Omit<Domain, 'verified_by'> & { verified_by: string | null }): Domain => ({
  ...row,
  verified_by: row.verified_by as Domain['verified_by'],
});

/** Returns a domain. Throws `not_found`. */
async function findDomain(db: Kysely<Database>, id: number): Promise<Domain> {
  const row = await domainsIn(db).where('d.id', '=', id).executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `Domain ${id} does not exist.` });
  return viewOf(row);
}

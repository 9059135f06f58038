import type { OperatorResult } from '@innkeeper/contract/operator/all';
import type { Database } from '@innkeeper/db/schema';
import { findStaffProvider, staffGroups } from '@innkeeper/db/tables/staff-identities';
import type { Kysely } from 'kysely';

export async function providerView(db: Kysely<Database>): Promise<OperatorResult<'showProvider'>> {
  const row = await findStaffProvider(db);
  if (!row) return { provider: null };
  const { only_one: _one, client_secret: _secret, ...shown } = row;
  const groups = (await staffGroups(db)).map(({ name, role }) => `${name}=${role}`);
  return { provider: { ...shown, groups } };
}

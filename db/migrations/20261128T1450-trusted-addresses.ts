/** Identity providers whose email addresses count although they are not called verified (docs/decisions/openid-connect.md). */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const TRUSTED_ADDRESSES = `
  alter table identity_providers add column trust_email boolean not null default false;
  comment on column identity_providers.trust_email is 'True if addresses of the verified domains count although the provider does not call them verified.';
  alter table staff_identity_provider add column trust_email boolean not null default false;
  comment on column staff_identity_provider.trust_email is 'True if addresses count although the provider does not call them verified.';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(TRUSTED_ADDRESSES)).execute(db);
}

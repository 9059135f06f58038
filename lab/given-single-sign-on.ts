/** Fixtures: accounts with an identity provider. */
import type { Database } from '@innkeeper/db/schema';
import { type IdentityProviderRow, insertIdentityProvider, newSignInKey } from '@innkeeper/db/tables/identity-providers';
import { sealClientSecret } from '@innkeeper/domain/single-sign-on/secrets';
import type { Insertable, Kysely } from 'kysely';
import { SEALER } from './given-two-factor.ts';

/** Client credentials at the identity providers of tests. */
export const CLIENT = { id: 'innkeeper', secret: 'a client secret of the tests' };

/** Inserts an enabled identity provider with one verified domain. */
export async function givenIdentityProvider(
  db: Kysely<Database>,
  {
    accountId,
    issuer = 'https://login.example.com',
    domain,
    ...fields
  }: { accountId: number; issuer?: string; domain: string } & Partial<Insertable<Database['identity_providers']>>,
): Promise<IdentityProviderRow> {
  const now = new Date();
  return db.transaction().execute(async (trx) => {
    const made = await insertIdentityProvider(trx, {
      ...{
        account_id: accountId,
        issuer,
        client_id: CLIENT.id,
        client_secret: sealClientSecret(SEALER, accountId, CLIENT.secret),
      },
      ...{ sign_in_key: newSignInKey(), enabled: true, tested_at: now, created_at: now, updated_at: now },
      ...fields,
    });
    await trx
      .insertInto('identity_domains')
      .values({
        provider_id: made.id,
        name: domain,
        token: 't'.repeat(32),
        created_at: now,
        verified_at: now,
        verified_by: 'dns',
      })
      .execute();
    return made;
  });
}

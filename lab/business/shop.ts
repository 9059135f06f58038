/** Sets up the initial state of a business simulation. */
import { addPool } from '@innkeeper/db/seed/add-pool';
import { createToken } from '@innkeeper/db/tables/tokens';
import { givenNode, givenSshKey } from '../given.ts';
import { givenSeller } from '../given-invoices.ts';
import { givenPaymentMethods } from '../given-payments.ts';
import type { Customer } from './business.ts';
import { NODE } from './checks.ts';
import type { Simulation } from './simulation.ts';

const COUNTRIES = ['AT', 'DE', 'FR', 'US', 'DE', 'AT', 'CH', 'FR'];

/** Inserts a node that fills up now and then, a seller, promo codes, and customers of several countries. */
export async function openShop({ lab, operator }: Simulation): Promise<{ customers: Customer[]; imageId: number }> {
  const { db } = lab;
  await givenNode(db, { name: NODE, vcpus: 60 });
  await db.transaction().execute(async (trx) => {
    await addPool(trx, { name: 'guarded', cidr: '10.8.0.0/28', gateway: '10.8.0.1', ddos_protected: true, uses: 'floating' });
    await addPool(trx, { name: 'six', cidr: '2001:db8:8::/48', gateway: 'fe80::1' });
  });
  await givenPaymentMethods(db);
  await givenSeller(db);
  await db
    .insertInto('promo_codes')
    .values([
      { code: 'HALF', percentage: 50, applies_to: 'both' },
      { code: 'TENTH', percentage: 10, applies_to: 'new', most_uses_per_account: 2 },
      { code: 'LONG', percentage: 25, applies_to: 'both', minimum_billing_cycle: 6, most_uses: 20 },
      { code: 'RENEW', percentage: 15, applies_to: 'renewal' },
    ])
    .execute();
  const { id: imageId } = await db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const customers: Customer[] = [];
  for (const [i, country] of COUNTRIES.entries()) {
    const email = `customer-${i + 1}@example.org`;
    const { id: accountId } = await operator.run('createAccount', { email, country, funds: i % 2 === 0 ? '50' : '0' });
    const { id: userId } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const { token } = await createToken(db, { accountId, userId, name: 'given', abilities: ['read', 'write'] });
    const { id: sshKeyId } = await givenSshKey(db, { accountId });
    customers.push({ accountId, email, token, country, sshKeyId });
  }
  return { customers, imageId };
}

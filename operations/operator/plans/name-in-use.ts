import type { Database } from '@innkeeper/db/schema';
import { invalid } from '@innkeeper/model/failures';
import { sql, type Transaction } from 'kysely';

/** Throws `validation` if another plan has the name, on sale or not. Locks the table, so concurrent commands run one after another. */
export async function refuseNameInUse(trx: Transaction<Database>, { key, name }: { key: string; name: string }): Promise<void> {
  await sql`lock table plans in share row exclusive mode`.execute(trx);
  const plans = await trx.selectFrom('plans').select(['key', 'name']).orderBy('id').execute();
  const namesake = plans.find((plan) => plan.key !== key && plan.name.toLowerCase() === name.toLowerCase());
  if (namesake) throw invalid('name', `Plan ${namesake.key} already has the name ${namesake.name}. Choose another name.`);
}

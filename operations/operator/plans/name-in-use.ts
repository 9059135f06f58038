import type { Database } from '@innkeeper/db/schema';
import { invalid } from '@innkeeper/model/failures';
import { sql, type Transaction } from 'kysely';

/** Refuses a name that another plan has, on sale or not. Of two commands at once the second waits here for the first. */
export async function refuseNameInUse(trx: Transaction<Database>, { key, name }: { key: string; name: string }): Promise<void> {
  await sql`lock table plans in share row exclusive mode`.execute(trx);
  const plans = await trx.selectFrom('plans').select(['key', 'name']).orderBy('id').execute();
  const namesake = plans.find((plan) => plan.key !== key && plan.name.toLowerCase() === name.toLowerCase());
  if (namesake) throw invalid('name', `Plan ${namesake.key} already has the name ${namesake.name}. Choose another name.`);
}

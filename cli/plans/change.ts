import { operatorCx } from '@innkeeper/apps/installation/operator';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import type { Database } from '@innkeeper/db/schema';
import { inTransaction } from '@innkeeper/db/transaction';
import { audit } from '@innkeeper/domain/audit';
import { type Cents, decimal } from '@innkeeper/model/money';
import type { Kysely } from 'kysely';
import { refuseTaken } from './taken.ts';

/** Columns of its row. */
export interface PlanChange {
  name?: string | undefined;
  price?: Cents | undefined;
  disk_iops?: number | undefined;
  disk_mb_per_second?: number | undefined;
  disabled_at?: Date | null;
}

/** Changes what the catalogue says of a plan; servers keep what they were sold with. */
export async function changePlan(db: Kysely<Database>, key: string, change: PlanChange): Promise<void> {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  if (named.length === 0) throw new Refusal('Nothing to change was named.');
  await inTransaction(db, async (trx) => {
    if (change.name !== undefined) await refuseTaken(trx, { key, name: change.name });
    const fields: PlanChange = Object.fromEntries(named);
    const plan = await trx.updateTable('plans').set(fields).where('key', '=', key).returning('id').executeTakeFirst();
    if (!plan) throw new Refusal(`There is no plan ${key}.`);
    const details = { key, ...Object.fromEntries(named.map(([name, value]) => [name, inJson(value)])) };
    await audit(operatorCx(trx), 'changePlan', { kind: 'plan', id: plan.id }, details);
  });
}

function inJson(value: string | number | bigint | Date | null): string | number | null {
  if (typeof value === 'bigint') return decimal(value);
  return value instanceof Date ? value.toISOString() : value;
}

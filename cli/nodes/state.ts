import { operatorCx } from '@innkeeper/apps/installation/operator';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import type { Database } from '@innkeeper/db/schema';
import { inTransaction } from '@innkeeper/db/transaction';
import { audit } from '@innkeeper/domain/audit';
import type { Kysely } from 'kysely';

const STATES = { drain: 'draining', undrain: 'active' } as const;

/** Whether anything more is sold on a node; what runs there goes on. Answers its new state. */
export async function changeState(db: Kysely<Database>, name: string, verb: keyof typeof STATES): Promise<string> {
  const state = STATES[verb];
  await inTransaction(db, async (trx) => {
    const node = await trx.updateTable('nodes').set({ state }).where('name', '=', name).returning('id').executeTakeFirst();
    if (!node) throw new Refusal(`There is no node ${name}.`);
    await audit(operatorCx(trx), `${verb}Node`, { kind: 'node', id: node.id }, { name });
  });
  return state;
}

import { operatorCx } from '@innkeeper/apps/installation/operator';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import type { Database } from '@innkeeper/db/schema';
import { inTransaction } from '@innkeeper/db/transaction';
import { audit } from '@innkeeper/domain/audit';
import type { Kysely } from 'kysely';
import { type ShownNode, shownNode } from './shown.ts';

/** Columns of its row; a capacity of null is what the machine has. */
export interface NodeSettings {
  vcpus_setting?: number | null | undefined;
  memory_mb_setting?: number | null | undefined;
  disk_gb_setting?: number | null | undefined;
  vcpus_overcommit?: number | undefined;
  memory_overcommit?: number | undefined;
  disk_overcommit?: number | undefined;
}

/** Sets what is sold of a node. What is sold already stays, also where it is more than the node offers then. */
export async function setNode(db: Kysely<Database>, name: string, settings: NodeSettings): Promise<ShownNode> {
  const fields: NodeSettings = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  if (Object.keys(fields).length === 0) throw new Refusal('Nothing to change was named.');
  return inTransaction(db, async (trx) => {
    const node = await trx.updateTable('nodes').set(fields).where('name', '=', name).returningAll().executeTakeFirst();
    if (!node) throw new Refusal(`There is no node ${name}.`);
    const details = { name, ...(fields as Record<string, number | null>) };
    await audit(operatorCx(trx), 'setNode', { kind: 'node', id: node.id }, details);
    return shownNode(node);
  });
}

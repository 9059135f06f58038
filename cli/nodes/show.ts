import { Refusal } from '@innkeeper/apps/terminal/refusal';
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';
import { shownNode, warningsOf } from './shown.ts';

/** All that is known of a node: what it offers, how many servers are on it, and what should be known of it. */
export async function showNode(db: Kysely<Database>, name: string) {
  const node = await db.selectFrom('nodes').selectAll().where('name', '=', name).executeTakeFirst();
  if (!node) throw new Refusal(`There is no node ${name}.`);
  const servers = await db
    .selectFrom('servers')
    .select((eb) => ['status', eb.cast<number>(eb.fn.countAll(), 'integer').as('count')])
    .where('node_id', '=', node.id)
    .where('status', '!=', 'terminated')
    .groupBy('status')
    .orderBy('status')
    .execute();
  const shown = shownNode(node);
  return { ...shown, servers, warnings: warningsOf(shown) };
}

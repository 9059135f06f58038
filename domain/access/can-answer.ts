import { sql } from 'kysely';
import type { Cx } from '../context.ts';

/** Whether the database answers at all. */
export async function canAnswer(db: Cx['db']): Promise<boolean> {
  try {
    await db.selectNoFrom(sql<number>`1`.as('one')).execute();
    return true;
  } catch {
    return false;
  }
}

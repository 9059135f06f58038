/** How mail for support comes in. */
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';

export type InboxSettings = Selectable<Database['inbox_settings']>;

export function inboxSettings(db: Kysely<Database>): Promise<InboxSettings> {
  return db.selectFrom('inbox_settings').selectAll().executeTakeFirstOrThrow();
}

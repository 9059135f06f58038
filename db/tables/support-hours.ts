import { DEFAULT_SUPPORT_HOURS, type SupportHours } from '@innkeeper/model/support/support-hours';
import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

/** Returns the working hours of support from the catalogue, or the default hours. */
export async function findSupportHours(db: Kysely<Database>): Promise<SupportHours> {
  const row = await db.selectFrom('support_hours').selectAll().executeTakeFirst();
  if (!row) return DEFAULT_SUPPORT_HOURS;
  const week = [row.sunday, row.monday, row.tuesday, row.wednesday, row.thursday, row.friday, row.saturday];
  return { timeZone: row.time_zone, week, holidays: row.holidays };
}

/** Returns pages of an account's copies. Only complete copies are listed. */
import { type Kysely, sql } from 'kysely';
import type { Copy, CopyKind, Database } from '../../schema.ts';
import { type Page, type PageQuery, pageOf } from '../page.ts';

/** Order by creation time. */
export type CopySort = 'oldest first' | 'newest first';

export interface CopiesQuery extends PageQuery {
  accountId: number;
  kind: CopyKind;
  /** Creation day, such as `2026-01-31`, in the time zone `timeZone`, such as `Europe/Vienna`. */
  day?: string | undefined;
  timeZone: string;
  serverId?: number | undefined;
  /** Minimum size in GB. */
  size?: number | undefined;
  /** Sort order, by default newest first. */
  sort?: CopySort | undefined;
}

/** Returns a page of complete copies. */
export async function pageOfCopies(db: Kysely<Database>, filter: CopiesQuery): Promise<Page<Copy>> {
  const direction = filter.sort === 'oldest first' ? 'asc' : 'desc';
  let query = db
    .selectFrom('copies')
    .selectAll()
    .where('account_id', '=', filter.accountId)
    .where('kind', '=', filter.kind)
    .where('status', '=', 'ready')
    .orderBy('created_at', direction)
    .orderBy('id', direction);
  if (filter.day !== undefined) {
    // Days of a time zone begin at its midnight and have 23 or 25 hours twice a year.
    const midnight = (daysLater: number) =>
      sql<Date>`(${filter.day}::date + ${daysLater}::integer)::timestamp at time zone ${filter.timeZone}`;
    query = query.where('created_at', '>=', midnight(0)).where('created_at', '<', midnight(1));
  }
  if (filter.serverId !== undefined) query = query.where('server_id', '=', filter.serverId);
  if (filter.size !== undefined) query = query.where('size_gb', '>=', filter.size);
  return pageOf(query, filter);
}

/** The audit log as its account reads it. */
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Database, Json } from '../schema.ts';
import type { Page, PageQuery } from './page.ts';

export interface AuditQuery {
  accountId: number;
  /** Inclusive, as is `end`. */
  start: Date;
  end?: Date | undefined;
  action?: string | undefined;
  userId?: number | undefined;
  resourceKind?: string | undefined;
  resourceId?: number | undefined;
}

export interface LoadedAuditEntry {
  id: bigint;
  at: Date;
  action: string;
  actor_kind: 'token' | 'session' | 'staff' | 'operator' | 'job' | 'workflow' | 'visitor';
  actor_id: number | null;
  actor_name: string | null;
  user_id: number | null;
  email: string | null;
  resource_kind: string | null;
  resource_id: number | null;
  request_id: string | null;
  details: Json;
}

/** Returns a page of entries, newest first. An index yields the ids and the total. */
export async function pageOfAuditEntries(db: Kysely<Database>, query: AuditQuery & PageQuery): Promise<Page<LoadedAuditEntry>> {
  const { ids, total } = await idsOfPage(db, query);
  const shown = entries(db)
    .where('l.id', '=', sql<bigint>`any(${ids}::bigint[])`)
    .orderBy('l.at', 'desc')
    .orderBy('l.id', 'desc');
  return { rows: ids.length > 0 ? await shown.execute() : [], total };
}

/** Returns the ids of a page and the number of lines on all pages, both from one snapshot. */
function idsOfPage(db: Kysely<Database>, query: AuditQuery & PageQuery): Promise<{ ids: string[]; total: number }> {
  const { page, perPage } = query;
  const newest = matching(db, query)
    .select(sql<string>`l.id::text`.as('id'))
    .orderBy('l.at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage);
  const total = matching(db, query).select(sql<number>`count(*)::int`.as('total'));
  return db
    .selectNoFrom([sql<number>`(${total})`.as('total'), sql<string[]>`array(${newest})`.as('ids')])
    .executeTakeFirstOrThrow();
}

/** Lists at most `limit` entries after the line `after`, oldest first. */
export function auditEntriesAfter(
  db: Kysely<Database>,
  { after, limit, ...filter }: AuditQuery & { after: bigint | null; limit: number },
): Promise<LoadedAuditEntry[]> {
  const page = matching(db, filter)
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(l.at, l.id) > (select at, id from audit_log where id = ${String(after)}::bigint)`),
    )
    .select('l.id')
    .orderBy('l.at')
    .orderBy('l.id')
    .limit(limit);
  return entries(db).where('l.id', 'in', page).orderBy('l.at').orderBy('l.id').execute();
}

const entries = (db: Kysely<Database>) =>
  db
    .selectFrom('audit_log as l')
    .leftJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.id', 'l.at', 'l.action', 'l.actor_kind', 'l.actor_id', 'l.actor_name', 'l.user_id', 'u.email'])
    .select(['l.resource_kind', 'l.resource_id', 'l.request_id', 'l.details']);

function matching(db: Kysely<Database>, { accountId, start, end, action, userId, resourceKind, resourceId }: AuditQuery) {
  return linesAbout(db, resourceKind, resourceId)
    .where('l.account_id', '=', accountId)
    .where('l.at', '>=', start)
    .$if(end !== undefined, (query) => query.where('l.at', '<=', end ?? start))
    .$if(action !== undefined, (query) => query.where('l.action', '=', action ?? ''))
    .$if(userId !== undefined, (query) => query.where('l.user_id', '=', userId ?? 0))
    .$if(resourceKind !== undefined, (query) => query.where('l.resource_kind', '=', resourceKind ?? ''))
    .$if(resourceId !== undefined, (query) => query.where('l.resource_id', '=', resourceId ?? 0));
}

/**
 * Selects lines of the audit log, those of one resource by its own index. `offset 0` makes PostgreSQL find these lines first. Without it
 * the planner expects to fill the page early and scans the whole period (0.5 s in a million lines).
 */
function linesAbout(db: Kysely<Database>, kind: string | undefined, id: number | undefined) {
  const all = db.selectFrom('audit_log').select(['id', 'account_id', 'at', 'action', 'user_id', 'resource_kind', 'resource_id']);
  const found =
    kind === undefined || id === undefined
      ? all
      : all.where('resource_kind', '=', kind).where('resource_id', '=', id).offset(sql<number>`0`);
  return db.selectFrom(found.as('l'));
}

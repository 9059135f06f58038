/** Audit lines for tests, and the results of a plain query on them. */
import type { Database } from '@innkeeper/db/schema';
import { type AuditPage, type CountedAuditQuery, countedAuditPage } from '@innkeeper/db/tables/audit-counts/page';
import { type Kysely, sql } from 'kysely';
import { givenAccount } from './given.ts';

export const BEGAN = Date.UTC(2026, 0, 1);
export const HOUR = 3_600_000;
export const ACTIONS = ['startServer', 'stopServer', 'order.paid'] as const;
export const KINDS = ['server', 'order', null] as const;

export interface GivenLine {
  accountId: number;
  at: Date;
  action: string;
  userId: number | null;
  kind: string | null;
}

export async function insertLines(db: Kysely<Database>, lines: readonly GivenLine[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ accountId, at, action, userId, kind }) => {
    const of = { account_id: accountId, user_id: userId, resource_kind: kind, resource_id: kind ? 7 : null };
    return { ...of, at, action, actor_kind: 'job' as const, actor_name: 'given' };
  });
  await db.insertInto('audit_log').values(rows).execute();
}

/** Inserts two accounts. `userIds` also contains null, for lines without a user. */
export async function givenTwoAccounts(db: Kysely<Database>) {
  const [one, other] = [await givenAccount(db), await givenAccount(db)];
  return { accountIds: [one.accountId, other.accountId] as const, userIds: [one.userId, other.userId, null] as const };
}

/** Returns a page read from the lines alone. */
export async function readPlainPage(db: Kysely<Database>, filter: CountedAuditQuery): Promise<AuditPage> {
  const { accountId, start, end, action, userId, resourceKind, page, perPage } = filter;
  const rows = await db
    .selectFrom('audit_log')
    .select(sql<string>`id::text`.as('id'))
    .where('account_id', '=', accountId)
    .where('at', '>=', start)
    .$if(end !== undefined, (query) => query.where('at', '<=', end ?? start))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .$if(resourceKind !== undefined, (query) => query.where('resource_kind', '=', resourceKind ?? ''))
    .orderBy('at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .execute();
  return { ids: rows.slice((page - 1) * perPage, page * perPage).map(({ id }) => id), total: rows.length };
}

/** Returns the same page in both ways, from one snapshot. */
export function readBothPages(db: Kysely<Database>, filter: CountedAuditQuery): Promise<[counted: AuditPage, plain: AuditPage]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => [await countedAuditPage(trx, filter), await readPlainPage(trx, filter)]);
}

import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { actorText } from '@innkeeper/domain/staff/audit-lines';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists audit lines, newest first. Pages continue by id and without a total count, so their cost does not grow with the log. */
export async function listAudit(cx: StaffCx, input: StaffInput<'listAudit'>): Promise<StaffReply<'listAudit'>> {
  const { account, person, action, resource, id, before, per_page } = input;
  const accountId = account === undefined ? undefined : await accountIdOf(cx.db, account);
  const rows = await cx.db
    .selectFrom('audit_log')
    .selectAll()
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
    .$if(person !== undefined, (query) => query.where('actor_kind', '=', 'staff').where('actor_id', '=', person ?? 0))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(resource !== undefined, (query) => query.where('resource_kind', '=', resource ?? ''))
    .$if(id !== undefined, (query) => query.where('resource_id', '=', id ?? 0))
    .$if(before !== undefined, (query) => query.where('id', '<', BigInt(before ?? 0)))
    .orderBy('id', 'desc')
    .limit(per_page + 1)
    .execute();
  const shown = rows.slice(0, per_page);
  return {
    data: shown.map((row) => ({
      id: Number(row.id),
      at: row.at,
      actor: actorText(row),
      account: row.account_id,
      action: row.action,
      resource: row.resource_kind !== null && row.resource_id !== null ? { kind: row.resource_kind, id: row.resource_id } : null,
      request_id: row.request_id,
      details: row.details as Record<string, unknown>,
    })),
    next: rows.length > per_page ? Number(shown.at(-1)?.id) : null,
  };
}

import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { openSupportGrants } from '@innkeeper/db/tables/support-access';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

/**
 * Lists the accesses to an account, newest first, and its open consents. Includes ended accesses of the last 90 days. An access also ends
 * when its consent ends, or when its staff member is disabled.
 */
export async function listAccess(
  cx: OperatorCx,
  { account, ...paging }: OperatorInput<'listAccess'>,
): Promise<OperatorResult<'listAccess'>> {
  const accountId = await accountIdOf(cx.db, account);
  const now = cx.clock.now();
  const all = cx.db
    .selectFrom('support_accesses as x')
    .innerJoin('staff as s', 's.id', 'x.staff_id')
    .leftJoin('support_grants as g', 'g.id', 'x.grant_id')
    .select(['x.id', 'x.account_id as account', 's.id as staff', 's.name as person', 'x.scope', 'x.grant_id as grant'])
    .select(['x.reason', 'x.created_at', 'x.expires_at', 'x.last_used_at'])
    .select(sql<string | null>`host(x.last_used_from)`.as('last_used_from'))
    .select(sql<boolean>`num_nonnulls(x.ended_at, s.disabled_at, g.ended_at) > 0`.as('ended'))
    .where('x.account_id', '=', accountId)
    .orderBy('x.id', 'desc');
  const listed = await listPage(all, paging, ({ ended, ...row }) => {
    const state = ended ? 'ended' : row.expires_at <= now ? 'expired' : 'open';
    return { ...row, state } as const;
  });
  const grants = await openSupportGrants(cx.db, { accountId, now });
  return {
    ...listed,
    grants: grants.map(({ id, scope, ticket_id, granter, expires_at }) => ({
      id,
      scope,
      ticket: ticket_id,
      granted_by: granter,
      expires_at,
    })),
  };
}

import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { requireStaff } from '@innkeeper/domain/staff/find';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { STAFF_SESSION } from '@innkeeper/model/staff';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

/** Lists valid and invalid tokens and sessions of staff, oldest first. */
export async function tokensStaff(cx: OperatorCx, input: OperatorInput<'tokensStaff'>): Promise<OperatorResult<'tokensStaff'>> {
  const now = cx.clock.now();
  const all = cx.db
    .selectFrom('staff_tokens as t')
    .innerJoin('staff as s', 's.id', 't.staff_id')
    .select(['t.id', 's.id as staff', 's.email', 't.kind', 't.name', 't.hint', 't.allowed_networks as networks', 't.created_at'])
    .select(['t.expires_at', 't.revoked_at', 't.last_used_at', 's.disabled_at'])
    .select(sql<string | null>`host(t.last_used_from)`.as('last_used_from'))
    .orderBy('t.id');
  const query = input.person === undefined ? all : all.where('s.id', '=', (await requireStaff(cx, input.person)).id);
  const idleSince = new Date(now.getTime() - STAFF_SESSION.idleMs);
  return listPage(query, input, ({ revoked_at, disabled_at, ...row }) => {
    // A check constraint allows only these two values.
    const kind = row.kind as 'token' | 'session';
    const idle = kind === 'session' && row.last_used_at !== null && row.last_used_at <= idleSince;
    const valid = disabled_at ? 'disabled' : row.expires_at <= now || idle ? 'expired' : 'valid';
    return { ...row, kind, state: revoked_at ? 'revoked' : valid } as const;
  });
}

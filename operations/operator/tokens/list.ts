import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { monthOf } from '@innkeeper/model/calendar';
import { type Cents, formatDecimal } from '@innkeeper/model/money';
import type { TokenAbility } from '@innkeeper/model/roles';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

/** Lists tokens, oldest first. */
export function listAllTokens(cx: OperatorCx, input: OperatorInput<'listAllTokens'>): Promise<OperatorResult<'listAllTokens'>> {
  const now = cx.clock.now();
  const { from, to } = monthOf(now);
  const all = cx.db
    .selectFrom('access_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id', 'u.email', 't.name', 't.hint', 't.abilities', 't.created_at', 't.expires_at', 't.revoked_at'])
    .select(['t.last_used_at', 't.monthly_cap'])
    .select(sql<Cents | null>`case when t.monthly_cap is not null then spent(t.account_id, t.id, ${from}, ${to}) end`.as('spent'))
    .orderBy('t.id');
  const query = input.email === undefined ? all : all.where(sql`lower(u.email)`, '=', input.email);
  return listPage(query, input, ({ spent, monthly_cap: cap, ...row }) => {
    // A check constraint allows no other values.
    const abilities = row.abilities as TokenAbility[];
    const expired = row.expires_at !== null && row.expires_at <= now;
    const spending = {
      monthly_cap: cap === null ? null : formatDecimal(cap),
      spent_this_month: spent === null ? null : formatDecimal(spent),
    };
    return { ...row, ...spending, abilities, state: row.revoked_at ? 'revoked' : expired ? 'expired' : 'valid' } as const;
  });
}

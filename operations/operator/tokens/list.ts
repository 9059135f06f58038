import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';
import { listPage } from '../page.ts';

/** Oldest first. */
export function listTokens(cx: OperatorCx, input: OperatorInput<'listTokens'>): Promise<OperatorResult<'listTokens'>> {
  const all = cx.db
    .selectFrom('access_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id', 'u.email', 't.name', 't.hint', 't.abilities', 't.created_at', 't.expires_at', 't.revoked_at'])
    .select('t.last_used_at')
    .orderBy('t.id');
  const wanted = input.email === undefined ? all : all.where(sql`lower(u.email)`, '=', input.email);
  const now = cx.clock.now();
  return listPage(wanted, input, (row) => {
    // The database's check allows no others.
    const abilities = row.abilities as ('read' | 'write')[];
    const expired = row.expires_at !== null && row.expires_at <= now;
    return { ...row, abilities, state: row.revoked_at ? 'revoked' : expired ? 'expired' : 'valid' } as const;
  });
}

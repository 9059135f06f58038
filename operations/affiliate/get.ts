import { findAffiliate, type LoadedAffiliate } from '@innkeeper/db/tables/affiliates';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { pageOrApi } from '@innkeeper/domain/page-link';
import { daysUntil } from '@innkeeper/model/affiliates';
import { Failure } from '@innkeeper/model/failures';
import type { ShownAffiliate } from '@innkeeper/present/affiliate';

/** Returns the caller's affiliate data. Throws `not_found` unless the program is active. */
export async function getAffiliate(cx: Cx<Customer>): Promise<ShownAffiliate> {
  const { code, percentage, turnover, pending, payable, paid_out, next_payout_at } = await requireAffiliate(cx);
  const url = pageOrApi(cx.settings);
  url.searchParams.set('ref', code);
  return {
    code,
    url: url.href,
    percentage,
    turnover,
    estimated: pending + payable,
    earned: payable + paid_out,
    nextPayoutInDays: daysUntil(next_payout_at, cx.clock.now()),
  };
}

/** Returns the caller's row. Throws `not_found` unless the program is active. */
export async function requireAffiliate({ db, actor }: Cx<Customer>): Promise<LoadedAffiliate> {
  const affiliate = await findAffiliate(db, actor.accountId);
  if (!affiliate)
    throw new Failure('not_found', { message: 'The affiliate program is not active for this account. Activate it first.' });
  return affiliate;
}

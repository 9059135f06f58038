import { randomInt } from 'node:crypto';
import { findTerms, insertAffiliate, insertCode } from '@innkeeper/db/tables/affiliates';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { nextPayoutAt, randomCode } from '@innkeeper/model/affiliates';
import { Failure } from '@innkeeper/model/failures';
import type { ShownAffiliate } from '@innkeeper/present/affiliate';
import { getAffiliate } from './get.ts';

/**
 * Activates the affiliate program for the account. Throws `wrong_state` if the account already takes part, or if the installation has no
 * affiliate program.
 */
export async function activateAffiliate(cx: MutatingCx<Customer>): Promise<ShownAffiliate> {
  const { accountId } = cx.actor;
  const now = cx.clock.now();
  const terms = await findTerms(cx.db);
  if (!terms) throw new Failure('wrong_state', { message: 'This installation has no affiliate program.' });
  const inserted = await insertAffiliate(cx.db, {
    account_id: accountId,
    percentage: terms.percentage,
    activated_at: now,
    next_payout_at: nextPayoutAt(now, terms.payout_every_days, now),
  });
  if (!inserted) throw new Failure('wrong_state', { message: 'The affiliate program is already active for this account.' });
  // Retry until the code is unused. With 31 ** 10 codes, a collision practically never happens.
  while (!(await insertCode(cx.db, { affiliateId: accountId, code: randomCode(randomInt), now })));
  await audit(cx, 'activateAffiliate', { kind: 'account', id: accountId }, { percentage: terms.percentage });
  return getAffiliate(cx);
}

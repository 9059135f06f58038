/** The affiliate program: referral code, earnings and payouts of an account. */
import { randomInt } from 'node:crypto';
import {
  countCodes,
  endCurrentCode,
  findAffiliate,
  findCode,
  findTerms,
  insertAffiliate,
  insertCode,
  type LoadedAffiliate,
  lockAffiliate,
  pageOfConversions,
  pageOfPayouts,
  reviveCode,
} from '@innkeeper/db/tables/affiliates';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { pageOrApi } from '@innkeeper/domain/page-link';
import { Failure, invalid } from '@innkeeper/model/failures';
import { daysUntil, nextPayoutAt, randomCode } from '@innkeeper/model/money/affiliates';
import { presentAffiliate, presentConversion, presentPayout } from '@innkeeper/present/affiliate';
import { page, pageRequest } from '@innkeeper/present/page';
import type { Input, Reply } from './define.ts';

/** Maximum number of codes per account. Old codes remain valid, so no other account can use them. */
const MAX_CODES = 20;
const FIELD = 'referral_code';

/** Returns the caller's affiliate data. Throws `not_found` unless the program is active. */
export async function getAffiliate(cx: Cx<Customer>): Promise<Reply<'getAffiliate'>> {
  const { code, percentage, turnover, pending, payable, paid_out, next_payout_at } = await requireAffiliate(cx);
  const url = pageOrApi(cx.settings);
  url.searchParams.set('ref', code);
  return presentAffiliate({
    code,
    url: url.href,
    percentage,
    turnover,
    estimated: pending + payable,
    earned: payable + paid_out,
    nextPayoutInDays: daysUntil(next_payout_at, cx.clock.now()),
  });
}

/** Returns the caller's row. Throws `not_found` unless the program is active. */
async function requireAffiliate({ db, actor }: Cx<Customer>): Promise<LoadedAffiliate> {
  const affiliate = await findAffiliate(db, actor.accountId);
  if (!affiliate)
    throw new Failure('not_found', { message: 'The affiliate program is not active for this account. Activate it first.' });
  return affiliate;
}

/** Lists the paid orders of referred customers, newest first. Throws `not_found` unless the program is active. */
export async function listAffiliateConversions(
  cx: RequestCx,
  { query }: Input<'listAffiliateConversions'>,
): Promise<Reply<'listAffiliateConversions'>> {
  const { account_id: affiliateId } = await requireAffiliate(cx);
  return page(cx.url, query, await pageOfConversions(cx.db, { affiliateId, ...pageRequest(query) }), presentConversion);
}

/** Lists the payouts to the caller, newest first. Throws `not_found` unless the program is active. */
export async function listAffiliatePayouts(
  cx: RequestCx,
  { query }: Input<'listAffiliatePayouts'>,
): Promise<Reply<'listAffiliatePayouts'>> {
  const { account_id: affiliateId } = await requireAffiliate(cx);
  return page(cx.url, query, await pageOfPayouts(cx.db, { affiliateId, ...pageRequest(query) }), presentPayout);
}

/**
 * Activates the affiliate program for the account. Throws `wrong_state` if the account already takes part, or if the installation has no
 * affiliate program.
 */
export async function activateAffiliate(cx: MutatingCx<Customer>): Promise<Reply<'activateAffiliate'>> {
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

/**
 * Changes the current referral code. A former code of the account can be chosen again.
 *
 * Throws `not_found` unless the program is active. Throws `validation` if another account has or had the code (ignoring case), or if the
 * account has reached the maximum number of codes.
 */
export async function updateReferralCode(
  cx: MutatingCx<Customer>,
  { body: { referral_code: code } }: Input<'updateReferralCode'>,
): Promise<Reply<'updateReferralCode'>> {
  const { accountId } = cx.actor;
  const before = await requireAffiliate(cx);
  await lockAffiliate(cx.db, accountId);
  const known = await findCode(cx.db, code);
  if (known && known.affiliate_id !== accountId) throw taken();
  if (!known && (await countCodes(cx.db, accountId)) >= MAX_CODES)
    throw invalid(
      FIELD,
      `An account can have at most ${MAX_CODES} codes, because old codes remain valid. Choose one of your existing codes.`,
    );
  await endCurrentCode(cx.db, accountId);
  if (known) await reviveCode(cx.db, known.id, code);
  else if (!(await insertCode(cx.db, { affiliateId: accountId, code, now: cx.clock.now() }))) throw taken();
  await audit(cx, 'updateReferralCode', { kind: 'account', id: accountId }, { from: before.code, to: code });
  return getAffiliate(cx);
}

const taken = () => invalid(FIELD, 'This code is already taken. Choose another code.');

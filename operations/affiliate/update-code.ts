import { countCodes, endCurrentCode, findCode, insertCode, lockAffiliate, reviveCode } from '@innkeeper/db/tables/affiliates';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { invalid } from '@innkeeper/model/failures';
import type { ShownAffiliate } from '@innkeeper/present/affiliate';
import { getAffiliate, requireAffiliate } from './get.ts';

/** Maximum number of codes per account. Old codes remain valid, so no other account can use them. */
const MAX_CODES = 20;
const FIELD = 'referral_code';

/**
 * Changes the current referral code. A former code of the account can be chosen again.
 *
 * Throws `not_found` unless the program is active. Throws `validation` if another account has or had the code (ignoring case), or if the
 * account has reached the maximum number of codes.
 */
export async function updateReferralCode(cx: MutatingCx<Customer>, { code }: { code: string }): Promise<ShownAffiliate> {
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

import { countCodes, endCurrentCode, findCode, insertCode, lockAffiliate, reviveCode } from '@innkeeper/db/tables/affiliates';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { invalid } from '@innkeeper/model/failures';
import { getAffiliate, requireAffiliate, type ShownAffiliate } from './get.ts';

/** All of them go on working, so nobody else can have them. */
const MOST_CODES = 20;
const FIELD = 'referral_code';

/**
 * Chooses another code; one that the account had before may come back. Throws `not_found` until the program is activated, `validation`
 * for a code that somebody else has or had, in whatever case, and when the account has had as many as it may.
 */
export async function updateReferralCode(cx: MutatingCx<Customer>, { code }: { code: string }): Promise<ShownAffiliate> {
  const { accountId } = cx.actor;
  const before = await requireAffiliate(cx);
  await lockAffiliate(cx.db, accountId);
  const known = await findCode(cx.db, code);
  if (known && known.affiliate_id !== accountId) throw taken();
  if (!known && (await countCodes(cx.db, accountId)) >= MOST_CODES)
    throw invalid(
      FIELD,
      `An account can have at most ${MOST_CODES} codes, because old codes remain valid. Choose one of your existing codes.`,
    );
  await endCurrentCode(cx.db, accountId);
  if (known) await reviveCode(cx.db, known.id, code);
  else if (!(await insertCode(cx.db, { affiliateId: accountId, code, now: cx.clock.now() }))) throw taken();
  await audit(cx, 'updateReferralCode', { kind: 'account', id: accountId }, { from: before.code, to: code });
  return getAffiliate(cx);
}

const taken = () => invalid(FIELD, 'This code is already taken. Choose another code.');

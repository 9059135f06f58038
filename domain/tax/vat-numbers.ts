/** Requests checks of VAT numbers and records the results. A job queries the register (jobs/check-vat-numbers.ts). */
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { findVatCheck, insertVatCheck, lockVatCheck, updateVatCheck, type VatCheck } from '@innkeeper/db/tables/vat-checks';
import { RECHECK_AFTER_MS } from '@innkeeper/model/vat/checking';
import { isNumberOf } from '@innkeeper/model/vat/countries';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';

export const UNCHECKED_ALERT = 'vat_number_unchecked';

export interface StatedVatNumber {
  accountId: number;
  /** ISO 3166 code. */
  country: string;
  vatNumber: string;
}

/**
 * Schedules the check of an account's VAT number, unless a recent check found it valid. Does nothing for numbers outside the EU, which have
 * no register.
 */
export async function scheduleVatCheck(cx: MutatingCx, { accountId, country, vatNumber }: StatedVatNumber): Promise<void> {
  if (!isNumberOf(vatNumber, country)) return;
  const now = cx.clock.now();
  const known = await findVatCheck(cx.db, accountId, vatNumber);
  if (!known) {
    const none = { consultation_number: null, name: null, address: null, checked_at: null };
    const pendingCheck = { account_id: accountId, vat_number: vatNumber, verdict: 'unknown' as const, next_try_at: now };
    await insertVatCheck(cx.db, { ...pendingCheck, ...none });
    return;
  }
  const fresh =
    known.verdict === 'valid' && known.checked_at && known.checked_at.getTime() + RECHECK_AFTER_MS.valid > now.getTime();
  const nextTryMs = fresh && known.checked_at ? known.checked_at.getTime() + RECHECK_AFTER_MS.valid : now.getTime();
  await updateVatCheck(cx.db, known.id, { next_try_at: new Date(nextTryMs), ...(fresh ? {} : { tries: 0 }) });
}

export interface VatAnswer {
  verdict: 'valid' | 'invalid';
  consultation: string | null;
  name: string | null;
  address: string | null;
}

/** Records a verdict. The previous verdict stays as evidence for earlier orders that relied on it. */
export async function recordVerdict(cx: MutatingCx, check: VatCheck, answer: VatAnswer): Promise<void> {
  const latest = await lockVatCheck(cx.db, check.account_id, check.vat_number);
  // Another worker was faster.
  if (latest?.id !== check.id || latest.next_try_at === null) return;
  const now = cx.clock.now();
  const { verdict, consultation: consultation_number, name, address } = answer;
  const next_try_at = new Date(now.getTime() + RECHECK_AFTER_MS[verdict]);
  const checked = { verdict, consultation_number, name, address, checked_at: now, next_try_at };
  if (latest.verdict === 'unknown') await updateVatCheck(cx.db, latest.id, { ...checked, tries: 0, error: null });
  else {
    await updateVatCheck(cx.db, latest.id, { next_try_at: null });
    await insertVatCheck(cx.db, { account_id: check.account_id, vat_number: check.vat_number, ...checked });
  }
  const accountId = check.account_id;
  await resolveAlerts(cx.db, { kind: UNCHECKED_ALERT, key: `account:${accountId}` }, now);
  const details = { vat_number: check.vat_number, verdict, consultation_number };
  await audit(cx, 'vat-number.checked', { kind: 'account', id: accountId, accountId }, details);
}

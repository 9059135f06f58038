/** VAT numbers of accounts: asking for them, and what an answer changes. The question itself is a job's (jobs/check-vat-numbers.ts). */
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { findVatCheck, insertVatCheck, lockVatCheck, updateVatCheck, type VatCheck } from '@innkeeper/db/tables/vat-checks';
import { ASKED_AGAIN_MS } from '@innkeeper/model/vat/checking';
import { isNumberOf } from '@innkeeper/model/vat/countries';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';

export const UNCHECKED_ALERT = 'vat_number_unchecked';

export interface Named {
  accountId: number;
  /** ISO 3166. */
  country: string;
  vatNumber: string;
}

/** Has a number asked for that an account was given; one whose verdict is fresh is not. Numbers from outside of the EU have no register. */
export async function askForNumber(cx: MutatingCx, { accountId, country, vatNumber }: Named): Promise<void> {
  if (!isNumberOf(vatNumber, country)) return;
  const now = cx.clock.now();
  const known = await findVatCheck(cx.db, accountId, vatNumber);
  if (!known) {
    const none = { consultation_number: null, name: null, address: null, checked_at: null };
    const asked = { account_id: accountId, vat_number: vatNumber, verdict: 'unknown' as const, next_try_at: now };
    await insertVatCheck(cx.db, { ...asked, ...none });
    return;
  }
  const fresh =
    known.verdict === 'valid' && known.checked_at && known.checked_at.getTime() + ASKED_AGAIN_MS.valid > now.getTime();
  const again = fresh && known.checked_at ? known.checked_at.getTime() + ASKED_AGAIN_MS.valid : now.getTime();
  await updateVatCheck(cx.db, known.id, { next_try_at: new Date(again), ...(fresh ? {} : { tries: 0 }) });
}

export interface VerdictTold {
  verdict: 'valid' | 'invalid';
  consultation: string | null;
  name: string | null;
  address: string | null;
}

/** Writes a verdict down. The one before it stays as evidence of what was relied on until now. */
export async function recordVerdict(cx: MutatingCx, asked: VatCheck, told: VerdictTold): Promise<void> {
  const latest = await lockVatCheck(cx.db, asked.account_id, asked.vat_number);
  // Another worker was faster.
  if (latest?.id !== asked.id || latest.next_try_at === null) return;
  const now = cx.clock.now();
  const { verdict, consultation: consultation_number, name, address } = told;
  const next_try_at = new Date(now.getTime() + ASKED_AGAIN_MS[verdict]);
  const said = { verdict, consultation_number, name, address, checked_at: now, next_try_at };
  if (latest.verdict === 'unknown') await updateVatCheck(cx.db, latest.id, { ...said, tries: 0, error: null });
  else {
    await updateVatCheck(cx.db, latest.id, { next_try_at: null });
    await insertVatCheck(cx.db, { account_id: asked.account_id, vat_number: asked.vat_number, ...said });
  }
  const accountId = asked.account_id;
  await resolveAlerts(cx.db, { kind: UNCHECKED_ALERT, key: `account:${accountId}` }, now);
  const details = { vat_number: asked.vat_number, verdict, consultation_number };
  await audit(cx, 'vat-number.checked', { kind: 'account', id: accountId, accountId }, details);
}

/**
 * Queries the registers for VAT numbers, one at a time and outside of any transaction. A register that does not answer gives no verdict. It
 * is retried with increasing delays (model/vat/checking.ts), and the last verdict stays valid for a while.
 */
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { claimVatCheck, isNumberNeeded, updateVatCheck, type VatCheck } from '@innkeeper/db/tables/vat-checks';
import { transact } from '@innkeeper/domain/context';
import { recordVerdict, UNCHECKED_ALERT } from '@innkeeper/domain/tax/vat-numbers';
import type { NoAnswer } from '@innkeeper/engine/vat-numbers/port';
import { pauseAfter } from '@innkeeper/model/vat/checking';
import type { VatNumbersContext } from './job.ts';

/** Maximum number of queries per run, because stopping waits for the run. */
const AT_MOST = 100;
/** Number of failed attempts, over hours, before an alert. */
const TRIES_UNTIL_ALERT = 8;

/** Checks due numbers. Returns how many verdicts were recorded. */
export async function checkVatNumbers(cx: VatNumbersContext): Promise<number> {
  const { db, clock, vatNumbers } = cx;
  const unavailableCountries = new Set<string>();
  let verdicts = 0;
  for (let i = 0; i < AT_MOST; i += 1) {
    const due = await claimVatCheck(db, clock.now(), { except: [...unavailableCountries], pauseMs: pauseAfter });
    if (!due) break;
    if (!(await isNumberNeeded(db, due))) {
      await updateVatCheck(db, due.id, { next_try_at: null });
      continue;
    }
    const answer = await vatNumbers.check({ vatNumber: due.vat_number, requester: await numberOfSeller(cx) });
    if (answer.verdict !== 'unknown') {
      await transact(cx, (one) => recordVerdict(one, due, answer));
      verdicts += 1;
      continue;
    }
    await noteNoAnswer(cx, due, answer);
    if (answer.away === 'all') break;
    unavailableCountries.add(due.vat_number.slice(0, 2));
  }
  return verdicts;
}

async function numberOfSeller({ db }: VatNumbersContext): Promise<string | null> {
  return (await db.selectFrom('seller').select('vat_number').executeTakeFirstOrThrow()).vat_number;
}

async function noteNoAnswer({ db }: VatNumbersContext, due: VatCheck, { reason }: NoAnswer): Promise<void> {
  await updateVatCheck(db, due.id, { error: reason });
  if (due.tries < TRIES_UNTIL_ALERT) return;
  const { account_id: id, vat_number } = due;
  const message = `VAT number ${vat_number} of account ${id} could not be verified in ${due.tries} attempts: ${reason}. It is retried every hour.`;
  await alertOnce(db, { kind: UNCHECKED_ALERT, key: `account:${id}`, resource: { kind: 'account', id }, message });
}

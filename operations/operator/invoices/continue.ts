import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { continueSeries, lockSeries, unknownSeries } from '@innkeeper/db/tables/invoices/series';
import { audit } from '@innkeeper/domain/audit';
import { NUMBERS_UNKNOWN } from '@innkeeper/domain/invoices/issue';
import { Failure, invalid } from '@innkeeper/model/failures';
import { numberInSeries } from '@innkeeper/model/invoices/document';
import type { OperatorCx } from '../context.ts';

const REASON = 'A backup was restored that did not contain these documents, by the statement of the operator.';

/**
 * Continues a series whose last number is unknown after a restore. Records the numbers in between as a gap. Throws `wrong_state` if the
 * last number is known, and `validation` for a number that a document already has, or that is of another series.
 */
export async function continueInvoices(
  cx: OperatorCx,
  { series, number: given }: OperatorInput<'continueInvoices'>,
): Promise<OperatorResult<'continueInvoices'>> {
  const now = cx.clock.now();
  const row = (await lockSeries(cx.db)).find(({ type }) => type === series);
  if (!row?.unknown_since)
    throw new Failure('wrong_state', { message: `The last number of the series ${series} is known. It continues by itself.` });
  const number = numberInSeries(series, given);
  if (number === undefined) throw invalid('number', `${given} is not a number of the series ${series}.`);
  if (number < row.last) throw invalid('number', `Must be at least ${row.last}, which the last document of this series has.`);
  const gap = await continueSeries(cx.db, { type: series, last: row.last }, { after: number, reason: REASON, now });
  await audit(cx, 'continueInvoices', null, { series, after: number, gap: gap && { ...gap } });
  const waiting = await unknownSeries(cx.db);
  if (waiting.length === 0) await resolveAlerts(cx.db, NUMBERS_UNKNOWN, now);
  return { series, last: number, gap, waiting };
}

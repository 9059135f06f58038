import { listSeries, unknownSeries } from '@innkeeper/db/tables/invoices/series';
import type { Cx } from '@innkeeper/domain/context';
import type { InvoiceJournal } from '@innkeeper/engine/journal/invoices';
import type { LastNumbers } from '@innkeeper/model/recovery/invoice-numbers';

/**
 * Begins the journal of invoice numbers if it does not exist. A restore can then distinguish an installation without invoices from an
 * installation that lost its journal. Begins no journal while the last number of a series is unknown, because the journal would be
 * incomplete.
 */
export async function beginInvoiceJournal({ db, clock }: Pick<Cx, 'db' | 'clock'>, journal: InvoiceJournal): Promise<void> {
  if ((await journal.read()) !== null || (await unknownSeries(db)).length > 0) return;
  const last = Object.fromEntries((await listSeries(db)).map((series) => [series.type, series.last]));
  await journal.append(last as LastNumbers, clock.now());
}

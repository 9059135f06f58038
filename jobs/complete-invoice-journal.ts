import { listSeries, unknownSeries } from '@innkeeper/db/tables/invoices/series';
import type { Cx } from '@innkeeper/domain/context';
import type { InvoiceJournal } from '@innkeeper/engine/journal/invoices';
import { isJournalBehind, type LastNumbers } from '@innkeeper/model/recovery/invoice-numbers';

/**
 * Begins the journal of invoice numbers if it does not exist, and appends the numbers of the rows if they are ahead. In earlier releases the
 * workers of other nodes also assigned numbers, each with a journal of its own. A restore can then distinguish an installation without invoices
 * from an installation that lost its journal. Writes nothing while the last number of a series is unknown, because the journal would be
 * incomplete.
 */
export async function completeInvoiceJournal({ db, clock }: Pick<Cx, 'db' | 'clock'>, journal: InvoiceJournal): Promise<void> {
  if ((await unknownSeries(db)).length > 0) return;
  const last = Object.fromEntries((await listSeries(db)).map((series) => [series.type, series.last])) as LastNumbers;
  if (isJournalBehind(await journal.read(), last)) await journal.append(last, clock.now());
}

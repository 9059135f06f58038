/** Invoice numbers outside the database: their journal, and the continuation of a series after a restore. Pure. */
import type { InvoiceType } from '../invoices/document.ts';

/** The last number of each series. */
export type LastNumbers = Record<InvoiceType, number>;

const LINE = /^\S+ original (\d{1,9}) credit-note (\d{1,9}) proform (\d{1,9})$/;

/** Formats one line of the journal, including its line break. */
export function journalLine(last: LastNumbers, at: Date): string {
  return `${at.toISOString()} original ${last.original} credit-note ${last['credit-note']} proform ${last.proform}\n`;
}

/**
 * Returns the highest number of each series in a journal, or `null` if the text has no complete line. A line that a crash cut off is
 * skipped: its transaction was not committed.
 */
export function readJournal(text: string): LastNumbers | null {
  const lines = text.split('\n').flatMap((line) => {
    const [, original, creditNote, proform] = LINE.exec(line) ?? [];
    return original === undefined
      ? []
      : [{ original: Number(original), 'credit-note': Number(creditNote), proform: Number(proform) }];
  });
  if (lines.length === 0) return null;
  const highest = (type: InvoiceType) => lines.reduce((max, line) => Math.max(max, line[type]), 0);
  return { original: highest('original'), 'credit-note': highest('credit-note'), proform: highest('proform') };
}

/** Returns whether a journal lacks numbers that the rows have. A missing journal (`null`) is behind even without any number. */
export function isJournalBehind(journal: LastNumbers | null, last: LastNumbers): boolean {
  return journal === null || (Object.keys(last) as InvoiceType[]).some((type) => last[type] > journal[type]);
}

export interface NumberGap {
  first: number;
  last: number;
}

interface SeriesAfterRestore {
  /** Number after which the series continues at the earliest. */
  last: number;
  /** False if later numbers may have been issued. */
  known: boolean;
}

/**
 * Decides how a series continues: after the larger of the last numbers of the backup and of the journal.
 *
 * The last issued number is unknown if the journal is missing or behind the backup. With several nodes it is also unknown
 * if each node had its own journal in the release of the backup.
 */
export function seriesAfterRestore(
  last: number,
  { journal, isOnlyJournal }: { journal: number | null; isOnlyJournal: boolean },
): SeriesAfterRestore {
  return { last: Math.max(last, journal ?? 0), known: isOnlyJournal && journal !== null && journal >= last };
}

/** Returns the numbers that are skipped by continuing after `next`, or `null` for none. */
export function gapBetween(last: number, next: number): NumberGap | null {
  return next > last ? { first: last + 1, last: next } : null;
}

/**
 * Refuses new names and addresses that invoices cannot show. Orders and renewals never ask this: an invoice shows boxes for signs without a
 * font, and its XML is complete.
 */
import { invalid } from '@innkeeper/model/failures';
import { missingGlyphs } from '@innkeeper/model/invoices/glyphs';
import type { Cx } from '../context.ts';

/** Throws `validation` with the field of the first text that contains signs without a font. `null` and missing texts pass. */
export function requirePrintable({ settings }: Pick<Cx, 'settings'>, texts: Readonly<Record<string, unknown>>): void {
  for (const [field, text] of Object.entries(texts)) {
    const missing = typeof text === 'string' ? missingGlyphs(text, { hasCjk: settings.hasCjkFonts }) : [];
    if (missing.length > 0)
      throw invalid(
        field,
        `Invoices cannot show ${missing.slice(0, MAX_NAMED).join(' ')}. Use other letters, such as the Latin spelling.`,
      );
  }
}

const MAX_NAMED = 5;

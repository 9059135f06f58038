/** Renders the files of an invoice. The same document gives the same bytes, whenever it is rendered: nothing asks for the time or for chance. */
import type { InvoiceDocument } from '@innkeeper/model/invoices/document';

/**
 * `pdf`: PDF/A-3b; of an original or credit note with its XML inside (Factur-X, profile EN 16931). `ubl`: that invoice as UBL 2.1. A proform is no
 * invoice in law, so no machine may book it: it has no XML.
 */
export type DocumentFormat = 'pdf' | 'ubl';

/** What a document names and does not hold. */
export interface Assets {
  /** The seller's: PNG or JPEG. */
  logo?: Buffer | undefined;
}

export interface DocumentRenderer {
  /** Throws for the UBL of a proform. */
  render(document: InvoiceDocument, format: DocumentFormat, assets?: Assets): Promise<Buffer>;
}

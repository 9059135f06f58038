/**
 * The port that renders the files of an invoice. The same document always gives the same bytes: rendering uses neither the current time nor
 * randomness.
 */
import type { InvoiceDocument } from '@innkeeper/model/invoices/document';

/**
 * The format of a file. `pdf` is PDF/A-3b. An original or credit note embeds its XML (Factur-X, profile EN 16931). `ubl` is the invoice as
 * UBL 2.1. A proform has no XML: legally it is not an invoice, so no machine may book it.
 */
export type DocumentFormat = 'pdf' | 'ubl';

/** Files that a document refers to but does not contain. */
export interface Assets {
  /** Logo of the seller as PNG or JPEG. */
  logo?: Buffer | undefined;
}

export interface DocumentRenderer {
  /** Renders a document. Throws for the UBL of a proform. */
  render(document: InvoiceDocument, format: DocumentFormat, assets?: Assets): Promise<Buffer>;
}

/** Renders an invoice as pages: PDF/A-3b, A4, with embedded fonts and its XML attached (Factur-X). */
import { buffer } from 'node:stream/consumers';
import type { InvoiceDocument } from '@innkeeper/model/invoices/document';
import PDFDocument from 'pdfkit';
import type { Assets } from '../port.ts';
import { TITLES } from '../text.ts';
import { attachFacturX } from './factur-x.ts';
import { FONT_FILES } from './fonts.ts';
import { writeFooters } from './footer.ts';
import { writeHead } from './head.ts';
import { MARGIN } from './page.ts';
import { writePayment } from './payment.ts';
import { writeLines } from './table.ts';
import { writeTotals } from './totals.ts';

/**
 * Renders the PDF. `xml` is the same invoice in CII, or `null` for a proforma invoice. All times in the file are the time of issue, so that
 * the bytes are reproducible.
 */
export async function invoicePdf(document: InvoiceDocument, xml: Buffer | null, assets: Assets = {}): Promise<Buffer> {
  const issued = new Date(document.issued_at);
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN.top, bottom: MARGIN.bottom, left: MARGIN.side, right: MARGIN.side },
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    font: FONT_FILES.latin.regular,
    info: { Title: `${TITLES[document.type]} ${document.number}`, CreationDate: issued },
  } as PDFKit.PDFDocumentOptions);
  const bytes = buffer(pdf);
  if (xml) attachFacturX(pdf, { xml, at: issued });
  writeHead(pdf, document, assets.logo);
  writeLines(pdf, document);
  writeTotals(pdf, document);
  writePayment(pdf, document);
  writeFooters(pdf, document);
  pdf.end();
  return bytes;
}

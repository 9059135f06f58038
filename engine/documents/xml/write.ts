/** An invoice in the two syntaxes of EN 16931. */
import { FormatFactoryService, type Invoice } from '@e-invoice-eu/core';
import type { InvoiceDocument } from '@innkeeper/model/invoices/document';
import { ublOf } from './ubl.ts';

const FORMATS = new FormatFactoryService();

/**
 * The XML. The library's own check of its input against a schema is passed over: it takes 0.3 s a document, 50 times what the rest does, and
 * the rules of EN 16931 themselves are what the tests hold our documents to. Throws for a proform.
 */
export async function invoiceXml(document: InvoiceDocument, syntax: 'UBL' | 'CII'): Promise<string> {
  if (document.type === 'proform') throw new TypeError('a proform is no invoice, and has no XML');
  const format = FORMATS.createFormatService(syntax, console);
  const invoice = ublOf(document) as unknown as Invoice;
  format.fillInvoiceDefaults(invoice);
  const xml = await format.generate(invoice, { format: syntax, lang: 'en' });
  return typeof xml === 'string' ? xml : Buffer.from(xml).toString();
}

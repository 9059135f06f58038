/** The renderer. Its libraries take 0.4 s and 40 MB to load, so they are loaded with the first document. */
import type { DocumentRenderer } from './port.ts';

export const documents: DocumentRenderer = {
  async render(document, format, assets = {}) {
    if (format === 'ubl') {
      const { invoiceXml } = await import('./xml/write.ts');
      return Buffer.from(await invoiceXml(document, 'UBL'));
    }
    const [{ invoicePdf }, xml] = [await import('./pdf/write.ts'), await renderEmbeddedXml(document)];
    return invoicePdf(document, xml, assets);
  },
};

async function renderEmbeddedXml(document: Parameters<DocumentRenderer['render']>[0]): Promise<Buffer | null> {
  if (document.type === 'proform') return null;
  const { invoiceXml } = await import('./xml/write.ts');
  return Buffer.from(await invoiceXml(document, 'CII'));
}

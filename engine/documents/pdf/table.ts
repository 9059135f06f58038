/** Writes the invoice lines on as many pages as they need. */
import type { DocumentLine, InvoiceDocument } from '@innkeeper/model/invoices/document';
import { clean, formatAmount, formatDate, formatPercent, isolate } from '../text.ts';
import { decorate, ensureSpace, GREY, heightOf, INNER, LEFT, MARGIN, RIGHT, rule, type Style, TINT, write } from './page.ts';
import type { Pdf } from './pdf.ts';

const PADDING = 7;
const COLUMNS = { net: 74, rate: 46, vat: 62, gross: 80 };
const TEXT = INNER - COLUMNS.net - COLUMNS.rate - COLUMNS.vat - COLUMNS.gross - 2 * PADDING;

const LABEL: Style = { size: 9, bold: true, width: TEXT };
const WORDS: Style = { size: 7.8, color: GREY, width: TEXT };

export function writeLines(pdf: Pdf, document: InvoiceDocument): void {
  let y = writeHeadings(pdf, document.currency, pdf.y);
  for (const line of document.lines) {
    const texts: [string, Style][] = [
      [clean(line.label), LABEL],
      ...smallPrint(line, document).map((text): [string, Style] => [text, WORDS]),
    ];
    const height = texts.reduce((sum, [text, style]) => sum + heightOf(pdf, text, style), 0) + 2 * PADDING;
    if (ensureSpace(pdf, y, height)) y = writeHeadings(pdf, document.currency, MARGIN.top);
    writeFigures(pdf, line, y + PADDING);
    let at = y + PADDING;
    for (const [text, style] of texts) at = write(pdf, text, LEFT + PADDING, at, style);
    y = at + PADDING;
    rule(pdf, y);
  }
  pdf.y = y;
}

function writeHeadings(pdf: Pdf, currency: string, y: number): number {
  decorate(pdf, () => void pdf.rect(LEFT, y, INNER, 22).fill(TINT));
  write(pdf, 'Description', LEFT + PADDING, y + 6.5, { size: 8, bold: true });
  rightAligned(pdf, y + 6.5, { size: 8, bold: true }, ['Net', 'Rate', 'VAT', `Total ${currency}`]);
  return y + 22;
}

function writeFigures(pdf: Pdf, line: DocumentLine, y: number): void {
  const rate = line.category === 'O' ? '–' : `${formatPercent(line.rate_bp)} %`;
  rightAligned(pdf, y, { size: 9 }, [formatAmount(line.net), rate, formatAmount(line.vat), formatAmount(line.gross)]);
}

function rightAligned(pdf: Pdf, y: number, style: Style, texts: readonly [string, string, string, string]): void {
  const widths = [COLUMNS.net, COLUMNS.rate, COLUMNS.vat, COLUMNS.gross];
  let x = RIGHT - PADDING - widths.reduce((sum, width) => sum + width, 0);
  for (const [i, text] of texts.entries()) {
    const width = widths[i] ?? 0;
    write(pdf, text, x, y, { ...style, align: 'right', width });
    x += width;
  }
}

function smallPrint({ sublabel, period, words }: DocumentLine, document: InvoiceDocument): string[] {
  const dates = period && `${formatDate(period.from, document)} – ${formatDate(period.to, document)}`;
  const what = [isolate(clean(sublabel)), dates].filter(Boolean).join(' · ');
  return [what, ...words.map(clean)].filter(Boolean);
}

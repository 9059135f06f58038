/** Draws texts that need more than the first font, run by run on a common baseline. */
import { fontOf, printableText, splitClusters } from '@innkeeper/model/invoices/glyphs';
import { hasCjkFonts } from '../cjk.ts';
import { setFont } from './fonts.ts';
import { breakIntoRuns, type Run } from './layout.ts';
import type { Pdf } from './pdf.ts';

/** Space between two lines, in points. */
export const LINE_GAP = 2;

/** Each run is shaped as a whole. Without a list of features, pdfkit would shape and place it word by word from left to right. */
const SHAPED = { features: [], lineBreak: false };

const ASCII = /^[ -~]*$/;

/** Returns whether the first font shows all of a text, so that pdfkit can wrap and draw it alone. */
export function isLatin(text: string): boolean {
  return ASCII.test(text) || splitClusters(text).every((cluster) => fontOf(cluster.text, { hasCjk: false }) === 'latin');
}

/** Returns the lines of a text. The document's font must have the size of the text. */
export function layOutRuns(pdf: Pdf, text: string, { bold, width }: { bold: boolean; width: number }): Run[][] {
  const measure = (run: Run): number => shape(pdf, run, { bold, text }).width;
  const lines = breakIntoRuns(printableText(text), { width, measure, fonts: { hasCjk: hasCjkFonts() } });
  const drawable = lines.map((runs) => runs.map((run) => ({ ...run, font: shape(pdf, run, { bold, text }).font })));
  setFont(pdf, 'latin', { bold });
  return drawable;
}

/**
 * Returns the font that draws a run, and its width. The shaper of pdfkit fails for some sequences of marks. These are drawn as boxes,
 * because an invoice must not fail for a letter.
 */
function shape(pdf: Pdf, run: Run, style: { bold: boolean; text: string }): { font: Run['font']; width: number } {
  try {
    return { font: run.font, width: setFont(pdf, run.font, style).widthOfString(run.text, SHAPED) };
  } catch {
    return { font: 'latin', width: setFont(pdf, 'latin', style).widthOfString(run.text, SHAPED) };
  }
}

/** Returns the height of a line in the first font, which is the current one. Other fonts are drawn in lines of the same height. */
export function lineHeightOf(pdf: Pdf): number {
  return pdf.currentLineHeight(true) + LINE_GAP;
}

/** Draws lines below `y` and returns their height. */
export function drawRuns(
  pdf: Pdf,
  lines: readonly Run[][],
  { x, y, bold, align, width }: { x: number; y: number; bold: boolean; align: 'left' | 'right'; width: number },
): number {
  const height = lineHeightOf(pdf);
  const ascent = ascentOf(pdf);
  for (const [index, runs] of lines.entries()) {
    const text = runs.map((run) => run.text).join('');
    const widths = runs.map((run) => setFont(pdf, run.font, { bold, text }).widthOfString(run.text, SHAPED));
    let at = align === 'right' ? x + width - widths.reduce((sum, one) => sum + one, 0) : x;
    for (const [number, run] of runs.entries()) {
      const options = { ...SHAPED, baseline: 'alphabetic' as const };
      setFont(pdf, run.font, { bold, text }).text(run.text, at, y + index * height + ascent, options);
      at += widths[number] ?? 0;
    }
  }
  setFont(pdf, 'latin', { bold });
  return lines.length * height;
}

/** Returns the distance from the top of a line to its baseline in the current font, in points. The types of pdfkit lack both fields. */
function ascentOf(pdf: Pdf): number {
  const { _font, _fontSize } = pdf as unknown as { _font: { ascender: number }; _fontSize: number };
  return (_font.ascender / 1000) * _fontSize;
}

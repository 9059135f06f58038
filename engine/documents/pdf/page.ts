/** Dimensions, colours and helpers for pages. Lengths are in points. An A4 page measures 595 by 842 points. */
import { setFont } from './fonts.ts';
import type { Pdf } from './pdf.ts';
import { drawRuns, isLatin, LINE_GAP, layOutRuns, lineHeightOf } from './runs.ts';

export const MARGIN = { top: 56, side: 56, bottom: 96 };
export const WIDTH = 595.28;
export const LEFT = MARGIN.side;
export const RIGHT = WIDTH - MARGIN.side;
export const INNER = RIGHT - LEFT;
/** Lowest position of text on a page. The footer is below. */
export const BOTTOM = 841.89 - MARGIN.bottom;

export const INK = '#1c2733';
export const GREY = '#66717d';
export const PALE = '#d9dfe5';
export const TINT = '#f3f6f8';
export const ACCENT = '#14566b';

export interface Style {
  size?: number;
  bold?: boolean;
  color?: string;
  align?: 'left' | 'right';
  width?: number;
}

/**
 * Writes a text at a position, wrapped to `width`. Returns the position of the next line. Tags the text as a paragraph for screen readers.
 */
export function write(pdf: Pdf, text: string, x: number, y: number, style: Style = {}): number {
  const { size = 9, bold = false, color = INK, align = 'left', width = RIGHT - x } = style;
  setFont(pdf, 'latin', { bold }).fontSize(size).fillColor(color);
  const options = { width, align, lineGap: LINE_GAP };
  const draw = (): void => {
    if (isLatin(text)) pdf.text(text, x, y, options);
    else pdf.y = y + drawRuns(pdf, layOutRuns(pdf, text, { bold, width }), { x, y, bold, align, width });
  };
  pdf.addStructure(pdf.struct('P', isLatin(text) ? {} : { actual: text }, draw));
  return pdf.y;
}

/** Returns the height of a text. */
export function heightOf(pdf: Pdf, text: string, { size = 9, bold = false, width = INNER }: Style): number {
  setFont(pdf, 'latin', { bold }).fontSize(size);
  if (isLatin(text)) return pdf.heightOfString(text, { width, lineGap: LINE_GAP });
  return layOutRuns(pdf, text, { bold, width }).length * lineHeightOf(pdf);
}

/** Starts a new page unless there is enough space. Returns whether a page was started. */
export function ensureSpace(pdf: Pdf, y: number, height: number): boolean {
  if (y + height <= BOTTOM) return false;
  pdf.addPage();
  return true;
}

/** Draws decoration, which screen readers skip. */
export function decorate(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  draw();
  pdf.endMarkedContent();
}

export function rule(pdf: Pdf, y: number, { from = LEFT, to = RIGHT, color = PALE, width = 0.6 } = {}): void {
  decorate(pdf, () => void pdf.moveTo(from, y).lineTo(to, y).lineWidth(width).strokeColor(color).stroke());
}

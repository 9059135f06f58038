/** Measures, colours and small helpers of the pages. Lengths are points, of which A4 has 595 by 842. */
import { createRequire } from 'node:module';

export type Pdf = PDFKit.PDFDocument;

const require = createRequire(import.meta.url);

/**
 * Latin, Greek and Cyrillic, and digits of one width, so that columns of figures need no feature, which would be looked up for each word. By their
 * paths: under a name, pdfkit would parse the file again with each text that is written.
 */
export const FONTS = {
  regular: require.resolve('@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf'),
};

export const MARGIN = { top: 56, side: 56, bottom: 96 };
export const WIDTH = 595.28;
export const LEFT = MARGIN.side;
export const RIGHT = WIDTH - MARGIN.side;
export const INNER = RIGHT - LEFT;
/** Where the last line of a page may end: below it is the footer. */
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

/** Writes a text at a place, wrapped into `width`; returns where the next line begins. What it is for readers of the screen: a paragraph. */
export function write(pdf: Pdf, text: string, x: number, y: number, style: Style = {}): number {
  const { size = 9, bold = false, color = INK, align = 'left', width = RIGHT - x } = style;
  pdf
    .font(bold ? FONTS.bold : FONTS.regular)
    .fontSize(size)
    .fillColor(color);
  const options = { width, align, lineGap: 2 };
  pdf.addStructure(pdf.struct('P', {}, () => void pdf.text(text, x, y, options)));
  return pdf.y;
}

/** How high a text will be. */
export function heightOf(pdf: Pdf, text: string, { size = 9, bold = false, width = INNER }: Style): number {
  return pdf
    .font(bold ? FONTS.bold : FONTS.regular)
    .fontSize(size)
    .heightOfString(text, { width, lineGap: 2 });
}

/** Begins a new page unless there is room; returns whether it did. */
export function makeRoom(pdf: Pdf, y: number, height: number): boolean {
  if (y + height <= BOTTOM) return false;
  pdf.addPage();
  return true;
}

/** Draws what says nothing: readers of the screen pass over it. */
export function decorate(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  draw();
  pdf.endMarkedContent();
}

export function rule(pdf: Pdf, y: number, { from = LEFT, to = RIGHT, color = PALE, width = 0.6 } = {}): void {
  decorate(pdf, () => void pdf.moveTo(from, y).lineTo(to, y).lineWidth(width).strokeColor(color).stroke());
}

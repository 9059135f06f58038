/** Reads the code points of a font file, for the table of `model/invoices/glyphs.gen.ts`. Documents use the table alone. */
import PDFDocument from 'pdfkit';

/** Returns the code points that a font maps to a glyph, in ascending order. The types of pdfkit lack the parsed font. */
export function readCodePoints(file: string): number[] {
  const { _font } = new PDFDocument().font(file) as unknown as {
    _font: { font: { characterSet: number[]; hasGlyphForCodePoint(point: number): boolean } };
  };
  const points = _font.font.characterSet.filter((point) => point >= 0x20 && _font.font.hasGlyphForCodePoint(point));
  return [...new Set(points)].sort((a, b) => a - b);
}

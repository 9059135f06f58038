/** Reads the code points of a font file, for the table of `model/invoices/glyphs.gen.ts`. Documents use the table alone. */
import PDFDocument from 'pdfkit';

/** The types of pdfkit lack the parsed font. */
interface ParsedFont {
  characterSet: number[];
  hasGlyphForCodePoint(point: number): boolean;
  layout(text: string, features: readonly string[]): unknown;
}

/** Letters that join in Arabic, so that a letter beside them takes each of its forms. */
const JOINING = '\u0628';

/** Returns the code points that a font maps to a glyph and that its shaper can place in each form, in ascending order. */
export function readCodePoints(file: string): number[] {
  const { font } = (new PDFDocument().font(file) as unknown as { _font: { font: ParsedFont } })._font;
  const points = font.characterSet.filter(
    (point) => point >= 0x20 && font.hasGlyphForCodePoint(point) && canShape(font, String.fromCodePoint(point)),
  );
  return [...new Set(points)].sort((a, b) => a - b);
}

/** Returns whether the shaper places a letter alone and beside others. It fails for some marks whose anchor the font lacks. */
function canShape(font: ParsedFont, letter: string): boolean {
  try {
    for (const text of [letter, letter + JOINING, JOINING + letter, JOINING + letter + JOINING]) font.layout(text, []);
    return true;
  } catch {
    return false;
  }
}

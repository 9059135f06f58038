import qrcode from 'qrcode-generator';
import { INK } from './page.ts';
import type { Pdf } from './pdf.ts';

/**
 * Draws a QR code as filled squares. `size` excludes the quiet zone, which the page's margin provides. Error correction is M, as the EPC
 * requires.
 */
export function drawCode(pdf: Pdf, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  const code = qrcode(0, 'M');
  // The library takes bytes as characters, so each UTF-8 byte becomes one character.
  code.addData(Buffer.from(text).toString('latin1'), 'Byte');
  code.make();
  const modules = code.getModuleCount();
  const side = size / modules;
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      if (code.isDark(row, column)) pdf.rect(x + column * side, y + row * side, side + 0.05, side + 0.05);
    }
  }
  pdf.fill(INK);
}

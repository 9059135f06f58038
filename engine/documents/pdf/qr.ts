import qrcode from 'qrcode-generator';
import { INK, type Pdf } from './page.ts';

/** Draws a QR code as squares of ink; `size` without the quiet zone around it, which the page has anyway. Error correction M, as the EPC's code wants. */
export function drawCode(pdf: Pdf, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  const code = qrcode(0, 'M');
  // It takes bytes as characters: of UTF-8, a character a byte.
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

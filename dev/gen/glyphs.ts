/** Generates the table of the code points that each font of invoices shows. The API reads the table and not the fonts, which are large. */
import { readCodePoints } from '@innkeeper/engine/documents/pdf/code-points';
import { FONT_FILES } from '@innkeeper/engine/documents/pdf/fonts';

export function glyphTable(): string {
  const lines = Object.entries(FONT_FILES).map(([font, { regular, bold }]) => {
    const inBold = new Set(readCodePoints(bold));
    const ranges = toRanges(readCodePoints(regular).filter((point) => inBold.has(point)));
    return `  ${font}:\n    '${ranges.join(',')}',`;
  });
  return `/** Made by \`npm run gen\`: the code points of each bundled font of invoices, as hexadecimal ranges. */
export const GLYPHS = {
${lines.join('\n')}
};
`;
}

function toRanges(points: readonly number[]): string[] {
  const ranges: { from: number; to: number }[] = [];
  for (const point of points) {
    const last = ranges.at(-1);
    if (last?.to === point - 1) last.to = point;
    else ranges.push({ from: point, to: point });
  }
  return ranges.map(({ from, to }) => (from === to ? from.toString(16) : `${from.toString(16)}-${to.toString(16)}`));
}

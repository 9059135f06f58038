/** Generates the sprite of the console's icons from lucide's files. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ICON_NAMES } from '@innkeeper/console/web/parts/icon-names';

/** Returns an SVG with one symbol for each icon. Throws if lucide has no icon of a name. */
export async function drawSprite(): Promise<string> {
  const require = createRequire(import.meta.url);
  const icons = path.join(path.dirname(require.resolve('lucide-static/package.json')), 'icons');
  const symbols = await Promise.all(
    ICON_NAMES.map(async (name) => toSymbol(name, await readFile(path.join(icons, `${name}.svg`), 'utf8'))),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`;
}

function toSymbol(name: string, svg: string): string {
  const inner = svg
    .slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
    .replace(/\s+/g, ' ')
    .trim();
  const look = 'fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"';
  return `<symbol id="${name}" viewBox="0 0 24 24" ${look}>${inner}</symbol>`;
}

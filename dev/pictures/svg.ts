/** Draws lines of a terminal as SVG. Pure. */
import type { Colour, Span } from './terminal.ts';

export interface Theme {
  background: string;
  border: string;
  text: string;
  colours: Readonly<Record<Colour, string>>;
}

/** Each colour has a contrast of at least 4.5 to its background. */
export const THEMES: Readonly<Record<'light' | 'dark', Theme>> = {
  light: {
    background: '#f6f8fa',
    border: '#d0d7de',
    text: '#1f2328',
    colours: {
      red: '#b3211e',
      green: '#136d2c',
      yellow: '#7d5300',
      blue: '#0757ba',
      magenta: '#6f3bc4',
      cyan: '#0b6470',
      grey: '#59636e',
    },
  },
  dark: {
    background: '#0d1117',
    border: '#3d444d',
    text: '#e6edf3',
    colours: {
      red: '#ff8a80',
      green: '#56d364',
      yellow: '#e3b341',
      blue: '#79b8ff',
      magenta: '#d2a8ff',
      cyan: '#56d4dd',
      grey: '#9198a1',
    },
  },
};

const FONT_SIZE = 14;
/** Width in pixels. Characters of the usual fonts differ by 2 %, and `textLength` makes all of them this wide. */
const CHARACTER_WIDTH = 8.4;
const LINE_HEIGHT = 20;
const PADDING = 18;
const FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

/** Draws a terminal. `title`: alternative text of the picture. */
export function drawTerminal(lines: readonly Span[][], theme: Theme, title: string): string {
  const columns = Math.max(...lines.map(lengthOf));
  const width = Math.ceil(columns * CHARACTER_WIDTH) + 2 * PADDING;
  const height = lines.length * LINE_HEIGHT + 2 * PADDING - 6;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeText(title).replaceAll('\u00a0', ' ')}</title>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${theme.background}" stroke="${theme.border}"/>`,
    `<g font-family="${FONTS}" font-size="${FONT_SIZE}" fill="${theme.text}">`,
    ...lines.flatMap((spans, index) =>
      spans.length === 0 ? [] : [drawLine(spans, PADDING + index * LINE_HEIGHT + FONT_SIZE, theme)],
    ),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function drawLine(spans: readonly Span[], y: number, theme: Theme): string {
  const drawn = spans.map(({ text, colour }) =>
    colour === null ? escapeText(text) : `<tspan fill="${theme.colours[colour]}">${escapeText(text)}</tspan>`,
  );
  const width = (lengthOf(spans) * CHARACTER_WIDTH).toFixed(1);
  return `<text x="${PADDING}" y="${y}" textLength="${width}" lengthAdjust="spacingAndGlyphs">${drawn.join('')}</text>`;
}

const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { text }) => sum + [...text].length, 0);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text. Spaces become non-breaking, because SVG merges several of them. */
const escapeText = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character).replaceAll(' ', '\u00a0');

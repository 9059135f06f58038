/** Decides which font of an invoice shows a character, and finds characters that none shows. */
import { GLYPHS } from './glyphs.gen.ts';

/** Fonts that come with Innkeeper, in the order in which they are tried. */
export const BUNDLED_FONTS = ['latin', 'arabic', 'hebrew', 'thai', 'devanagari', 'georgian', 'armenian'] as const;
export type BundledFont = (typeof BUNDLED_FONTS)[number];
/** `cjk` is Chinese, Japanese and Korean. Its font has 20 MB and comes from the host. */
export type InvoiceFont = BundledFont | 'cjk';

export interface HostFonts {
  /** True if the host has the font for Chinese, Japanese and Korean. */
  hasCjk: boolean;
}

const CODE_POINTS = new Map(BUNDLED_FONTS.map((font) => [font, parseRanges(GLYPHS[font])]));

/** Parses ranges of hexadecimal code points, such as `20-7e,a0`. */
function parseRanges(text: string): ReadonlySet<number> {
  const points = new Set<number>();
  for (const range of text.split(',')) {
    const [from = Number.NaN, to = from] = range.split('-').map((hex) => Number.parseInt(hex, 16));
    for (let point = from; point <= to; point++) points.add(point);
  }
  return points;
}

/** Characters of the first plane, which the font shows completely. It lacks most characters of later planes. */
const CJK =
  /^(?=[\0-\uffff]$)[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303f\uff00-\uffef]$/u;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u;
/** Marks that force a direction. Isolates stay, because they only keep a text apart from its neighbours. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e]/g;
const CLUSTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns a text as invoices show it: composed, and without marks that force an order. */
export function printableText(text: string): string {
  return text.normalize('NFC').replace(DIRECTION_MARKS, '');
}

/** Splits a text into the clusters of characters that one reader's sign consists of. Fonts are chosen per cluster. */
export function splitClusters(text: string): { text: string; at: number }[] {
  return [...CLUSTERS.segment(text)].map(({ segment, index }) => ({ text: segment, at: index }));
}

/** Returns the font that shows a cluster, or `null` if none does. */
export function fontOf(cluster: string, { hasCjk }: HostFonts): InvoiceFont | null {
  const visible = [...cluster].filter((character) => !INVISIBLE.test(character));
  for (const [font, points] of CODE_POINTS) {
    if (visible.every((character) => points.has(character.codePointAt(0) ?? 0))) return font;
  }
  return hasCjk && visible.every((character) => CJK.test(character)) ? 'cjk' : null;
}

/** Returns the clusters of a text that no font shows, each once. */
export function missingGlyphs(text: string, fonts: HostFonts): string[] {
  const clusters = splitClusters(printableText(text)).map((cluster) => cluster.text);
  return [...new Set(clusters)].filter((cluster) => fontOf(cluster, fonts) === null);
}

/**
 * Breaks a text with several scripts into lines, and each line into runs from left to right.
 *
 * pdfkit draws a text with one font and in one direction. It is therefore given run by run. A run has one font and one direction. Its letters
 * are in the order of reading, because the shaper of pdfkit itself reverses Arabic and Hebrew.
 */
import { fontOf, type HostFonts, type InvoiceFont, splitClusters } from '@innkeeper/model/invoices/glyphs';
import openBidi from 'bidi-js';

export interface Run {
  text: string;
  font: InvoiceFont;
}

const bidi = openBidi();
/** Scripts whose letters the shaper reverses. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Scripts that may break between words or characters without a space. */
const UNSPACED = /[\p{Script=Thai}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
/** Isolates decide the order, and are not drawn. */
const ISOLATES = /[\u2066-\u2069]/;
const WORDS = new Intl.Segmenter('th', { granularity: 'word' });

interface Paragraph {
  text: string;
  /** Font and level of each UTF-16 unit. Odd levels run from right to left. */
  fonts: InvoiceFont[];
  levels: Uint8Array;
}

/** Lays out a text in lines of at most `width`, measured by `measure`. A cluster that is wider than a line gets a line of its own. */
export function breakIntoRuns(
  text: string,
  { width, measure, fonts }: { width: number; measure(run: Run): number; fonts: HostFonts },
): Run[][] {
  const paragraph = prepare(text, fonts);
  const widthOf = (from: number, to: number): number => runsOf(paragraph, from, to).reduce((sum, run) => sum + measure(run), 0);
  const words = wordEnds(text);
  const clusters = splitClusters(text).map((cluster) => cluster.at + cluster.text.length);
  const lines: Run[][] = [];
  for (let from = skipSpaces(text, 0); from < text.length; ) {
    const fits = (to: number): boolean => to > from && widthOf(from, to) <= width;
    const end = words.findLast(fits) ?? clusters.findLast(fits) ?? clusters.find((to) => to > from) ?? text.length;
    lines.push(runsOf(paragraph, from, end));
    from = skipSpaces(text, end);
  }
  return lines;
}

function prepare(text: string, hostFonts: HostFonts): Paragraph {
  const { levels } = bidi.getEmbeddingLevels(text);
  const fonts = splitClusters(text).flatMap((cluster) =>
    Array.from<InvoiceFont>({ length: cluster.text.length }).fill(fontOf(cluster.text, hostFonts) ?? 'latin'),
  );
  return { text, levels, fonts };
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

/** Returns the positions at which a line may end. */
function wordEnds(text: string): number[] {
  const ends = new Set([text.length]);
  for (const { segment, index } of WORDS.segment(text)) {
    if (/^\s+$/.test(segment)) ends.add(index);
    else if (UNSPACED.test(segment)) ends.add(index + segment.length);
  }
  return [...ends].sort((a, b) => a - b);
}

/** Returns the runs of a line from left to right, by rule L2 of the Unicode bidirectional algorithm. */
function runsOf({ text, fonts, levels }: Paragraph, from: number, to: number): Run[] {
  const runs: { from: number; to: number; level: number; font: InvoiceFont }[] = [];
  for (let at = from; at < to; at++) {
    if (ISOLATES.test(text[at] ?? '')) continue;
    const [level = 0, font = 'latin'] = [levels[at], fonts[at]];
    const last = runs.at(-1);
    if (last && last.to === at && last.level === level && last.font === font) last.to = at + 1;
    else runs.push({ from: at, to: at + 1, level, font });
  }
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let first = 0; first < runs.length; first++) {
      let end = first;
      while ((runs[end]?.level ?? -1) >= level) end++;
      runs.splice(first, end - first, ...runs.slice(first, end).reverse());
      first = Math.max(first, end - 1);
    }
  }
  return runs.map((run) => ({ font: run.font, text: visibleText(text.slice(run.from, run.to), run.level) }));
}

/** Returns the text to shape. Brackets change sides in a run from right to left, and signs that the shaper keeps are reversed here. */
function visibleText(text: string, level: number): string {
  if (level % 2 === 0) return text;
  const mirrored = splitClusters(text).map((cluster) => bidi.getMirroredCharacter(cluster.text) ?? cluster.text);
  return (RIGHT_TO_LEFT.test(text) ? mirrored : mirrored.reverse()).join('');
}

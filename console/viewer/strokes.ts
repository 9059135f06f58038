/** A text as the key strokes that make it under a layout of the guest. Pure: the page sends what this answers. */
import { type Layout, ROWS } from './layouts.ts';

/** One key that goes down or up. The symbol is for a server that cannot be told where a key lies. */
export interface KeyEvent {
  code: string;
  keysym: number;
  down: boolean;
}

interface Stroke {
  code: string;
  with: 'ShiftLeft' | 'AltRight' | null;
  dead: boolean;
}

const SHIFT = 0xffe1;
const ALT_GR = 0xfe03;
const KEYSYMS: Record<string, number> = { Enter: 0xff0d, Tab: 0xff09, Space: 0x20 };
const SPACE: Stroke = { code: 'Space', with: null, dead: false };

/** The keys that a text needs. `unknown`: characters that the layout does not have, each once. They are left out. */
export function strokesOf(text: string, layout: Layout): { events: KeyEvent[]; unknown: string[] } {
  const keys = keysOf(layout);
  const events: KeyEvent[] = [];
  const unknown = new Set<string>();
  for (const character of text.replaceAll(/\r\n?/g, '\n').normalize('NFC')) {
    const stroke = keys.get(character);
    if (!stroke) unknown.add(character);
    else events.push(...pressed(stroke, character), ...(stroke.dead ? pressed(SPACE, ' ') : []));
  }
  return { events, unknown: [...unknown] };
}

function pressed({ code, with: modifier }: Stroke, character: string): KeyEvent[] {
  const keysym = KEYSYMS[code] ?? keysymOf(character);
  const key = [
    { code, keysym, down: true },
    { code, keysym, down: false },
  ];
  if (modifier === null) return key;
  const held = { code: modifier, keysym: modifier === 'ShiftLeft' ? SHIFT : ALT_GR };
  return [{ ...held, down: true }, ...key, { ...held, down: false }];
}

/** X11's own numbers are those of Latin-1, and Unicode's with a mark above it. */
function keysymOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  return point < 0x100 ? point : 0x01000000 + point;
}

function keysOf(layout: Layout): Map<string, Stroke> {
  const keys = new Map<string, Stroke>([
    ['\n', { code: 'Enter', with: null, dead: false }],
    ['\t', { code: 'Tab', with: null, dead: false }],
    [' ', SPACE],
  ]);
  const add = (character: string, code: string, modifier: Stroke['with']): void => {
    if (!keys.has(character)) keys.set(character, { code, with: modifier, dead: layout.dead.includes(character) });
  };
  for (const [row, codes] of ROWS.entries()) {
    for (const [place, code] of codes.entries()) {
      add(layout.base[row]?.[place] ?? ' ', code, null);
      add(layout.shift[row]?.[place] ?? ' ', code, 'ShiftLeft');
    }
  }
  for (const [character, code] of Object.entries(layout.altGr)) add(character, code, 'AltRight');
  return keys;
}

/** Converts a text to the keystrokes that produce it under a layout of the guest. Pure: the page sends the result. */
import { type Layout, ROWS } from './layouts.ts';

/** Press or release of one key. The symbol is for a server that does not accept key positions. */
export interface KeyEvent {
  code: string;
  keysym: number;
  down: boolean;
}

interface Stroke {
  code: string;
  modifier: 'ShiftLeft' | 'AltRight' | null;
  isDead: boolean;
}

const SHIFT = 0xffe1;
const ALT_GR = 0xfe03;
const KEYSYMS: Record<string, number> = { Enter: 0xff0d, Tab: 0xff09, Space: 0x20 };
const SPACE: Stroke = { code: 'Space', modifier: null, isDead: false };

/** Returns the keystrokes of a text. `unknown`: characters that the layout does not have, each once. They are left out. */
export function strokesOf(text: string, layout: Layout): { events: KeyEvent[]; unknown: string[] } {
  const keys = keysOf(layout);
  const events: KeyEvent[] = [];
  const unknown = new Set<string>();
  for (const character of text.replaceAll(/\r\n?/g, '\n').normalize('NFC')) {
    const stroke = keys.get(character);
    if (!stroke) unknown.add(character);
    else events.push(...keyEvents(stroke, character), ...(stroke.isDead ? keyEvents(SPACE, ' ') : []));
  }
  return { events, unknown: [...unknown] };
}

function keyEvents({ code, modifier }: Stroke, character: string): KeyEvent[] {
  const keysym = KEYSYMS[code] ?? keysymOf(character);
  const key = [
    { code, keysym, down: true },
    { code, keysym, down: false },
  ];
  if (modifier === null) return key;
  const held = { code: modifier, keysym: modifier === 'ShiftLeft' ? SHIFT : ALT_GR };
  return [{ ...held, down: true }, ...key, { ...held, down: false }];
}

/** Returns the X11 keysym of a character: its number in Latin-1, and otherwise its Unicode number plus an offset. */
function keysymOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  return point < 0x100 ? point : 0x01000000 + point;
}

function keysOf(layout: Layout): Map<string, Stroke> {
  const keys = new Map<string, Stroke>([
    ['\n', { code: 'Enter', modifier: null, isDead: false }],
    ['\t', { code: 'Tab', modifier: null, isDead: false }],
    [' ', SPACE],
  ]);
  const add = (character: string, code: string, modifier: Stroke['modifier']): void => {
    if (!keys.has(character)) keys.set(character, { code, modifier: modifier, isDead: layout.dead.includes(character) });
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

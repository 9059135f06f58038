import { describe, expect, it } from 'vitest';
import { LAYOUTS, type LayoutKey, ROWS } from './layouts.ts';
import { strokesOf } from './strokes.ts';

const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const pressed = (text: string, layout: LayoutKey) =>
  strokesOf(text, LAYOUTS[layout])
    .events.map(({ code, down }) => `${down ? '+' : '-'}${code}`)
    .join(' ');

describe.each(Object.keys(LAYOUTS) as LayoutKey[])('the layout %s', (key) => {
  const layout = LAYOUTS[key];
  it('has one character for each key of a row', () => {
    for (const rows of [layout.base, layout.shift]) expect(rows.map((row) => row.length)).toEqual(ROWS.map((row) => row.length));
  });
  it('can type all printable ASCII, each character with different keys', () => {
    expect(strokesOf(PRINTABLE, layout).unknown).toEqual([]);
    const ways = [...PRINTABLE].map((character) => pressed(character, key));
    expect(new Set(ways).size).toBe(PRINTABLE.length);
  });
  it('releases every key that it presses', () => {
    const held = new Set<string>();
    for (const { code, down } of strokesOf(PRINTABLE, layout).events) {
      expect(held.has(code)).toBe(!down);
      if (down) held.add(code);
      else held.delete(code);
    }
    expect(held.size).toBe(0);
  });
});

it("presses the key that has the character in the guest's layout", () => {
  expect(pressed('z', 'us')).toBe('+KeyZ -KeyZ');
  expect(pressed('z', 'de')).toBe('+KeyY -KeyY');
  expect(pressed('A', 'fr')).toBe('+ShiftLeft +KeyQ -KeyQ -ShiftLeft');
  expect(pressed('@', 'de')).toBe('+AltRight +KeyQ -KeyQ -AltRight');
});

it('types a dead key with a space after it, and every line end as Enter', () => {
  expect(pressed('^', 'de')).toBe('+Backquote -Backquote +Space -Space');
  expect(pressed('a\r\nb\tc', 'us')).toBe('+KeyA -KeyA +Enter -Enter +KeyB -KeyB +Tab -Tab +KeyC -KeyC');
});

it('reports characters that the layout lacks, and composes a letter from two code points', () => {
  expect(strokesOf('aß漢ß', LAYOUTS.us)).toMatchObject({ unknown: ['ß', '漢'], events: { length: 2 } });
  expect(strokesOf('u\u0308', LAYOUTS.de).unknown).toEqual([]);
});

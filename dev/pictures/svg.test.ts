import { expect, test } from 'vitest';
import { drawTerminal, THEMES } from './svg.ts';

/** Returns the contrast of two colours by WCAG 2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test.each(Object.entries(THEMES))('every text of the %s theme has enough contrast', (_name, { background, text, colours }) => {
  for (const colour of [text, ...Object.values(colours)]) expect(contrast(colour, background), colour).toBeGreaterThan(4.5);
});

test('draws one element per line, escaped, as wide as its characters', () => {
  const lines = [[{ text: 'a <b> & "c"', colour: null }], [], [{ text: '✔', colour: 'green' as const }]];
  const drawn = drawTerminal(lines, THEMES.light, 'A & B');
  expect(drawn).toContain('<title>A &amp; B</title>');
  expect(drawn).toContain('textLength="92.4"');
  expect(drawn).toContain('>a\u00a0&lt;b&gt;\u00a0&amp;\u00a0&quot;c&quot;</text>');
  expect(drawn).toContain(`<tspan fill="${THEMES.light.colours.green}">✔</tspan>`);
  expect(drawn.match(/<text /g)).toHaveLength(2);
});

import { expect, test, vi } from 'vitest';
import { pruneHtml } from './prune-html.ts';

const prune = (html: string, maxDepth = 3) => pruneHtml(html, { maxDepth });

test('keeps HTML that is not too deep', () => {
  for (const html of [
    'plain & simple',
    '<p>a<p>b<p>c<p>d<p>e',
    '<ul><li>1<li>2<li>3<li>4</ul>',
    '<table><tr><td>1<td>2<tr><td>3</table>',
    'a<br>b<hr>c<img src="x">d<br />',
    '<select><option>1<option>2</select>3',
    '1 < 2 and 3 > 2 <',
    '<a href="x>y">z</a>',
    'a <b',
  ])
    expect(prune(html)).toBe(html);
});

test('removes deeper elements, and keeps their text and what follows', () => {
  expect(prune('<div><div><div><div>a<b>b</b></div>c</div></div>d</div>e')).toBe('<div><div><div>abc</div></div>d</div>e');
  expect(prune(`${'<b>'.repeat(1000)}x${'</b>'.repeat(1000)}<i>y</i>`)).toBe('<b><b><b>x</b></b></b><i>y</i>');
  expect(prune('</b></b>x')).toBe('x');
});

test('removes head, styles, scripts and comments with their content', () => {
  expect(prune('<html><head><title>t</title><style>p{}</style></head><body>a<!-- b -->c<SCRIPT>d</SCRIPT >e</body></html>')).toBe(
    '<html><body>ace</body></html>',
  );
  expect(prune('a<head>b')).toBe('ab');
  expect(prune('a<style>b <p>c')).toBe('a');
  expect(prune('a<!-- b <p>c')).toBe('a');
});

test('runs in linear time: four times the input takes far less than sixteen times as long', () => {
  const UNITS = [
    '<b>',
    '<p>',
    '<b></i>',
    '<ul><li>',
    '<b><p>',
    '<b>x</p>',
    '<!-',
    '<style',
    '</script',
    '<a b="',
    '<',
    '<head>',
    '<!--',
    '<head></head>',
  ];
  for (const unit of UNITS) expect(stepsOf(unit, 256_000) / stepsOf(unit, 64_000), unit).toBeLessThan(6);
});

/** Counts the characters that the pass searches or compares, instead of measuring its time. */
function stepsOf(unit: string, length: number): number {
  const html = unit.repeat(length / unit.length);
  let steps = 0;
  const search = String.prototype.indexOf;
  const counted = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, text: string, from?: number) {
    const found = search.call(this, text, from);
    steps += (found === -1 ? this.length : found) - (from ?? 0) + 1;
    return found;
  });
  prune(html);
  counted.mockRestore();
  return steps;
}

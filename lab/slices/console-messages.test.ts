/** Compares messages of tickets and limits of files in the console with the API. */
import { htmlOfTyped, type MessageNode, parseMessage } from '@innkeeper/console/web/parts/message/parse';
import { sanitiseHtml, textOfHtml } from '@innkeeper/model/messages/html';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HARMLESS_HTML, hostileHtml } from '../hostile-html.ts';

const TAGS = ['p', 'b', 'a', 'li', 'ul', 'td', 'tr', 'table', 'pre', 'h1', 'br', 'hr', 'script', 'img', 'blockquote'];
const ATTRIBUTES = [
  ...['', ' href="https://example.com/?a=1&amp;b=%22&quot;"', ' href="javascript:pwned()"', ' colspan="2"'],
  ...[' colspan', ' colspan=""', ' onclick="pwned()"', " rel='\"'"],
];
const pieces = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('<', '>', '&', '"', '&amp;lt;', '&nbsp;', '&quot;', '<!--', '-->', ' ', '\n', '</', '/>'),
  fc.tuple(fc.constantFrom(...TAGS), fc.constantFrom(...ATTRIBUTES)).map(([tag, attribute]) => `<${tag}${attribute}>`),
  fc.constantFrom(...TAGS).map((tag) => `</${tag}>`),
);
const randomHtml = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));

/** Serialises nodes as the sanitiser does. */
function write(nodes: readonly MessageNode[]): string {
  return nodes.map(writeNode).join('');
}
function writeNode(node: MessageNode): string {
  if (typeof node === 'string') return escapeText(node);
  const attributes = Object.entries(node.attributes).map(([name, value]) =>
    value === '' ? ` ${name}` : ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`,
  );
  const start = `<${node.tag}${attributes.join('')}`;
  return ['br', 'hr'].includes(node.tag) ? `${start} />` : `${start}>${write(node.children)}</${node.tag}>`;
}
const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

describe('a message', () => {
  test('keeps its content when it is parsed after sanitising', () => {
    fc.assert(
      fc.property(randomHtml, (html) => {
        const sanitised = sanitiseHtml(html);
        // The sanitiser may write an empty value in both forms.
        expect(write(parseMessage(sanitised))).toBe(sanitised.replaceAll('=""', ''));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(hostileHtml().map((html) => [html.slice(0, 80), html]))(
    'from an attacker is parsed without active content: %s',
    (_name, html) => {
      const sanitised = sanitiseHtml(html);
      expect(write(parseMessage(sanitised))).toBe(sanitised);
      // The console must stay safe even if the sanitiser fails.
      expect(write(parseMessage(html).filter((node) => typeof node === 'string'))).toMatch(HARMLESS_HTML);
    },
  );

  test('keeps its typed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const typed = text
          .trim()
          .split('\n')
          .map((line) => line.trimEnd())
          .join('\n');
        expect(textOfHtml(sanitiseHtml(htmlOfTyped(typed)))).toBe(typed.replace(/\n{3,}/g, '\n\n').trim());
      }),
    );
    expect(htmlOfTyped('if a < b && c\n<script>')).toBe('if a &lt; b &amp;&amp; c<br />&lt;script&gt;');
  });
});

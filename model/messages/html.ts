/**
 * HTML of messages. What is stored is sanitised already, so that whoever shows it may trust it: text with its structure, and links. No
 * images (they tell their sender who looks, and from where), no styles, no ids, nothing that is fetched or run.
 */

import sanitize from 'sanitize-html';
import { pruneHtml } from './prune-html.ts';

const words = (text: string): string[] => text.split(' ');
const TEXT = words('p br hr div span b strong i em u s del ins sub sup small mark q');
const BLOCKS = words('blockquote pre code kbd samp ul ol li dl dt dd h1 h2 h3 h4 h5 h6');
const TABLES = words('table thead tbody tfoot tr th td caption');

/** Deeper elements are left out and their text stays: browsers lay out 500 of them at most, and whoever styles a page expects a few. */
export const MAX_DEPTH = 40;

const ELSEWHERE = /^(https?:\/\/|mailto:)/i;
const NOWHERE: sanitize.Attributes = {};

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...TEXT, ...BLOCKS, ...TABLES, 'a'],
  allowedAttributes: { a: ['href', 'rel'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: MAX_DEPTH,
  parseStyleAttributes: false,
  enforceHtmlBoundary: false,
  // Of what is no text the content goes too.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'iframe', 'noembed', 'noframes', 'xmp'],
  transformTags: {
    // Only to elsewhere: what is relative leads into the page that shows it. And no page that is opened can reach back.
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: ELSEWHERE.test(href) ? { href, rel: 'noopener noreferrer nofollow' } : NOWHERE,
    }),
  },
};

/** Only what `OPTIONS` names; text is kept. Of sanitised HTML it is that HTML again. */
export function sanitiseHtml(html: string): string {
  return sanitize(pruneHtml(withoutControls(html), { maxDepth: MAX_DEPTH }), OPTIONS).trim();
}

const LINE_ENDS = /<(?:br|hr)\b[^<>]*>|<\/(?:p|div|li|tr|pre|blockquote|h[1-6]|dt|dd|table|ul|ol)>/gi;

/** The text of sanitised HTML, with a line for each of its blocks. */
export function textOfHtml(sanitised: string): string {
  const text = sanitize(sanitised.replace(LINE_ENDS, '$&\n'), { allowedTags: [], allowedAttributes: {} });
  // Not by a pattern: one that looks for blanks before the end of a line needs quadratic time for many blanks before a word.
  const lines = unescaped(text).split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Text as HTML that shows it as it is. */
export function htmlOfText(text: string): string {
  return escaped(withoutControls(text).trim()).replaceAll('\n', '<br />');
}

/** No terminal and no database gets what no text has. */
const withoutControls = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/(?![\n\t])\p{Cc}/gu, '');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

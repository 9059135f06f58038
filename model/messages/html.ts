/**
 * HTML of messages.
 *
 * Stored HTML is already sanitised, so that it can be displayed unchanged. It consists of structured text and links. It has no images,
 * which reveal their reader to the sender. It has no styles, no ids, and nothing that is fetched or executed.
 */

import sanitize from 'sanitize-html';
import { pruneHtml } from './prune-html.ts';

const words = (text: string): string[] => text.split(' ');
const TEXT = words('p br hr div span b strong i em u s del ins sub sup small mark q');
const BLOCKS = words('blockquote pre code kbd samp ul ol li dl dt dd h1 h2 h3 h4 h5 h6');
const TABLES = words('table thead tbody tfoot tr th td caption');

/**
 * Maximum nesting of elements. Deeper elements are removed and their text stays. Browsers lay out at most 500 levels, and page styles
 * expect only a few.
 */
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
  // The content of elements that hold no text is removed too.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'iframe', 'noembed', 'noframes', 'xmp'],
  transformTags: {
    // Allow only absolute links: a relative link would resolve against the page that shows the message. `noopener` denies the opened page
    // access to that page.
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: ELSEWHERE.test(href) ? { href, rel: 'noopener noreferrer nofollow' } : NOWHERE,
    }),
  },
};

/** Returns HTML with only the elements and attributes of `OPTIONS`. Text is kept. Sanitised HTML is returned unchanged. */
export function sanitiseHtml(html: string): string {
  return sanitize(pruneHtml(withoutControls(html), { maxDepth: MAX_DEPTH }), OPTIONS).trim();
}

const LINE_ENDS = /<(?:br|hr)\b[^<>]*>|<\/(?:p|div|li|tr|pre|blockquote|h[1-6]|dt|dd|table|ul|ol)>/gi;

/** Returns the text of sanitised HTML, with a line for each block. */
export function textOfHtml(sanitised: string): string {
  // Sanitised HTML is not that deep. The time for any other would grow with the square of its depth.
  const flat = pruneHtml(sanitised, { maxDepth: MAX_DEPTH });
  const text = sanitize(flat.replace(LINE_ENDS, '$&\n'), { allowedTags: [], allowedAttributes: {} });
  // Not a pattern: searching for blanks before the end of a line needs quadratic time for many blanks before a word.
  const lines = unescaped(text).split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Returns HTML that displays a text unchanged. */
export function htmlOfText(text: string): string {
  return escaped(withoutControls(text).trim()).replaceAll('\n', '<br />');
}

/** Removes control characters and replaces unpaired surrogates, which terminals and databases must not get. */
const withoutControls = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/(?![\n\t])\p{Cc}/gu, '');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

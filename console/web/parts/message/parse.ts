/**
 * Parses the sanitised HTML of a message. The API stores a small well-formed subset (`model/messages/html.ts`): listed tags, quoted
 * attributes, four entities. The page builds elements itself, because the browser's parser requires a Trusted Types policy. Pure.
 */

export interface MessageElement {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly MessageNode[];
}

export type MessageNode = string | MessageElement;

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+(?:="[^"]*")?)*) ?\/?>/g;
const ATTRIBUTE = / ([a-z]+)(?:="([^"]*)")?/g;
const VOID = new Set(['br', 'hr']);

/** Limit of levels. Sanitised messages have fewer. A page with thousands of levels could not be drawn. */
const MAX_DEPTH = 60;

/** Returns the nodes of a message. An end tag without its element is dropped, and a text that looks like a broken tag stays text. */
export function parseMessage(html: string): readonly MessageNode[] {
  const root: MessageNode[] = [];
  const open: { tag: string; children: MessageNode[] }[] = [];
  let at = 0;
  const into = () => open.at(-1)?.children ?? root;
  const addText = (end: number) => {
    if (end > at) into().push(decode(html.slice(at, end)));
  };
  for (const match of html.matchAll(TAG)) {
    const [whole, slash, tag = '', attributes = ''] = match;
    addText(match.index);
    at = match.index + whole.length;
    if (slash === '/') {
      const start = open.findLastIndex((element) => element.tag === tag);
      if (start !== -1) open.length = start;
    } else if (open.length < MAX_DEPTH) {
      const children: MessageNode[] = [];
      into().push({ tag, attributes: readAttributes(attributes), children });
      if (!VOID.has(tag)) open.push({ tag, children });
    }
  }
  addText(html.length);
  return root;
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, decode(value)]));
}

/** Decodes entities. The ampersand comes last, so that `&amp;lt;` stays the text `&lt;`. */
const decode = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Returns whether a message has no elements except line breaks. Its whitespace then matters, as in a pasted log. */
export const isPlain = (nodes: readonly MessageNode[]): boolean =>
  nodes.every((node) => typeof node === 'string' || node.tag === 'br');

/** Returns the HTML of a typed text, which a message sends. */
export function htmlOfTyped(text: string): string {
  const escaped = text.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.replaceAll('\r\n', '\n').replaceAll('\n', '<br />');
}

import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import css from '../../parts/message/message.module.css';
import { isPlain, type MessageElement, type MessageNode, parseMessage } from '../../parts/message/parse.ts';

/** Allowed elements of a message. Other elements are removed, and their text stays. */
const ELEMENTS = new Set(
  [
    'p br hr div span b strong i em u s del ins sub sup small mark q blockquote pre code kbd samp ul ol li dl dt dd',
    'table thead tbody tfoot tr th td caption',
  ].flatMap((names) => names.split(' ')),
);

/** Pattern of headings. The page has its own headings, so those of a message become paragraphs. */
const HEADING = /^h[1-6]$/;
const ELSEWHERE = /^(https?:\/\/|mailto:)/i;
const MAX_SPAN = 20;

/** Shows a message of the API as elements. No HTML is inserted into the page, so nothing in the message can run. */
export function MessageText({ html }: { html: string }) {
  const nodes = useMemo(() => parseMessage(html), [html]);
  return <div className={isPlain(nodes) ? `${css.text} ${css.plain}` : css.text}>{toElements(nodes)}</div>;
}

const toElements = (nodes: readonly MessageNode[]): ReactNode => createElement(Fragment, null, ...nodes.map(toElement));

function toElement(node: MessageNode): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, attributes, children } = node;
  if (tag === 'br' || tag === 'hr') return createElement(tag);
  const inside = toElements(children);
  if (tag === 'a') return toLink(attributes, inside);
  if (HEADING.test(tag)) return createElement('p', { className: css.heading }, inside);
  return ELEMENTS.has(tag) ? createElement(tag, spansOf(node), inside) : inside;
}

/** Returns a link. Its title shows the target, because the text of a link can differ. */
function toLink({ href = '' }: MessageElement['attributes'], inside: ReactNode): ReactNode {
  if (!ELSEWHERE.test(href)) return inside;
  return (
    <a className="link" href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
      {inside}
    </a>
  );
}

function spansOf({ tag, attributes: { colspan, rowspan } }: MessageElement): Record<string, number> | null {
  if (tag !== 'td' && tag !== 'th') return null;
  const [colSpan, rowSpan] = [readSpan(colspan), readSpan(rowspan)];
  return { ...(colSpan !== undefined && { colSpan }), ...(rowSpan !== undefined && { rowSpan }) };
}

function readSpan(text: string | undefined): number | undefined {
  const span = Number(text);
  return Number.isInteger(span) && span >= 1 ? Math.min(span, MAX_SPAN) : undefined;
}

/**
 * Prepares foreign HTML for the sanitiser, in one pass of linear time.
 *
 * It removes content that no message shows (head, styles, scripts, comments), and elements that are nested too deeply. Their text stays.
 * The sanitiser's parser needs quadratic time for deep nesting: 64 kB of nested `<b>` took 1.1 s. The result is not sanitised.
 */

/** Elements without an end tag. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/**
 * Elements with raw text that no message shows.
 *
 * Without an end tag, everything that follows is their content, as in a browser. Other hidden elements, such as option, contain elements
 * and may lack an end tag. The sanitiser removes those.
 */
const HIDDEN = new Set('script style textarea title iframe noembed noframes xmp'.split(' '));
/** Elements that end implicitly where another element begins, by the name of that element. Their end tags are optional. */
const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    p: 'p',
    li: 'li',
    dt: 'dt dd',
    dd: 'dt dd',
    td: 'td th',
    th: 'td th',
    tr: 'td th tr',
    thead: 'td th tr tbody tfoot',
    tbody: 'td th tr thead tbody tfoot',
    tfoot: 'td th tr thead tbody',
  }).map(([name, ended]) => [name, new Set(ended.split(' '))]),
);

const NAME = /[a-z][a-z0-9]*/y;

/** Returns the HTML with elements of at most `maxDepth` levels. */
export function pruneHtml(html: string, { maxDepth }: { maxDepth: number }): string {
  const lower = html.toLowerCase();
  const kept: string[] = [];
  const stack: string[] = [];
  /** Number of removed elements without their end tag, by name. */
  const removed = new Map<string, number>();
  let from = 0;
  let mayHeadEnd = true;
  const cut = (begin: number, end: number): void => {
    kept.push(html.slice(from, begin));
    from = end;
  };

  for (let at = lower.indexOf('<'); at !== -1; at = lower.indexOf('<', at)) {
    if (lower.startsWith('<!--', at)) {
      const end = endOf(lower, '-->', at + 4);
      cut(at, end);
      at = end;
      continue;
    }
    const isEnd = lower[at + 1] === '/';
    NAME.lastIndex = at + (isEnd ? 2 : 1);
    const name = NAME.exec(lower)?.[0];
    const end = lower.indexOf('>', at) + 1;
    // The rest contains no complete tag. The sanitiser drops an incomplete one.
    if (end === 0) break;
    if (name === undefined) {
      at += 1;
      continue;
    }
    if (!isEnd && (HIDDEN.has(name) || name === 'head')) {
      const close = name === 'head' && !mayHeadEnd ? -1 : lower.indexOf(`</${name}`, end);
      // Search only once: many heads without an end would need quadratic time.
      if (name === 'head' && close === -1) mayHeadEnd = false;
      const after = close === -1 ? (name === 'head' ? end : lower.length) : endOf(lower, '>', close);
      cut(at, after);
      at = after;
      continue;
    }
    if (isEnd ? !keepsEnd(name) : !keepsStart(name)) cut(at, end);
    at = end;
  }
  cut(html.length, html.length);
  return kept.join('');

  function keepsStart(name: string): boolean {
    if (VOID.has(name)) return true;
    const ended = ENDED_BY.get(name);
    while (ended?.has(stack.at(-1) ?? '')) stack.pop();
    if (stack.length < maxDepth) {
      stack.push(name);
      return true;
    }
    removed.set(name, (removed.get(name) ?? 0) + 1);
    return false;
  }

  function keepsEnd(name: string): boolean {
    const removedCount = removed.get(name) ?? 0;
    if (removedCount > 0) {
      removed.set(name, removedCount - 1);
      return false;
    }
    const open = stack.lastIndexOf(name);
    if (open !== -1) stack.length = open;
    return open !== -1;
  }
}

/** Returns the index after the next `text`, or the length if there is none. */
function endOf(html: string, text: string, from: number): number {
  const at = html.indexOf(text, from);
  return at === -1 ? html.length : at + text.length;
}

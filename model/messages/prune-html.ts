/**
 * Prepares HTML of others for the sanitiser, in one pass whose time is linear in the length. It takes out what no message shows (head, styles,
 * scripts, comments), and elements that are nested too deeply, whose text stays. The sanitiser's parser needs quadratic time for those: 64 kB
 * of nested `<b>` cost 1.1 s. The result is no safer than the input.
 */

/** Elements without an end tag. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/**
 * Elements whose content is raw text that no message shows. Without their end tag all that follows is their content, as for a browser. Other
 * elements that are not shown, such as option, hold elements and may have no end tag: the sanitiser takes those out.
 */
const HIDDEN = new Set('script style textarea title iframe noembed noframes xmp'.split(' '));
/** Elements that end where another begins, by the name of that one: their end tags may be left out. */
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

/** Returns the HTML with elements up to `maxDepth` levels. */
export function pruneHtml(html: string, { maxDepth }: { maxDepth: number }): string {
  const lower = html.toLowerCase();
  const kept: string[] = [];
  const stack: string[] = [];
  /** Elements that were taken out and have not ended, by name. */
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
    // What follows is no tag, or one that never ends, which the sanitiser drops.
    if (end === 0) break;
    if (name === undefined) {
      at += 1;
      continue;
    }
    if (!isEnd && (HIDDEN.has(name) || name === 'head')) {
      const close = name === 'head' && !mayHeadEnd ? -1 : lower.indexOf(`</${name}`, end);
      // Looked for once only, or many heads without an end would take quadratic time.
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
    const without = removed.get(name) ?? 0;
    if (without > 0) {
      removed.set(name, without - 1);
      return false;
    }
    const open = stack.lastIndexOf(name);
    if (open !== -1) stack.length = open;
    return open !== -1;
  }
}

/** Returns the index behind the next `text`, or the end. */
function endOf(html: string, text: string, from: number): number {
  const at = html.indexOf(text, from);
  return at === -1 ? html.length : at + text.length;
}

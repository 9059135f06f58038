/** The envelope of paginated lists: links and meta as the source document has them. */
import { PageLinks, PageMeta } from '@innkeeper/contract/envelope';
import { serializerOf } from '@innkeeper/contract/serializer';
import { z } from 'zod';

/** A list's address as the client called it. */
export interface ListUrl {
  /** Without the query: `https://host/v1/servers`. */
  path: string;
  /** As given: a name and its text, or its texts where it is repeated. */
  query: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Page<Row> {
  rows: readonly Row[];
  total: number;
}

export interface PageLink {
  url: string | null;
  label: string;
  active: boolean;
}

/** "One per page" holds up to here; a pager of thousands of entries would be longer than the page. */
const MOST_PAGES_LISTED = 100;
/** Around the current page, when there are more. */
const EACH_SIDE = 3;

/**
 * The envelope around a page. `from` and `to` are 0 when the page has no items (an empty list, or past its end); past the
 * end `prev` is the last page, so that a client finds its way back.
 */
export function page<Row, Item>(
  url: ListUrl,
  at: { page: number; per_page: number },
  { rows, total }: Page<Row>,
  present: (row: Row) => Item,
) {
  const last = Math.max(1, Math.ceil(total / at.per_page));
  const before = (at.page - 1) * at.per_page;
  const link = linkTo(url);
  const prev = at.page > 1 ? link(Math.min(at.page - 1, last)) : null;
  const next = at.page < last ? link(at.page + 1) : null;
  return {
    data: rows.map(present),
    links: { first: link(1), last: link(last), prev, next },
    meta: {
      current_page: at.page,
      from: rows.length > 0 ? before + 1 : 0,
      to: rows.length > 0 ? before + rows.length : 0,
      last_page: last,
      per_page: at.per_page,
      total,
      path: url.path,
      links: [
        { url: prev, label: '&laquo; Previous', active: false },
        ...pagesListed(at.page, last).map(
          (n): PageLink =>
            n === undefined
              ? { url: null, label: '...', active: false }
              : { url: link(n), label: String(n), active: n === at.page },
        ),
        { url: next, label: 'Next &raquo;', active: false },
      ],
    },
  };
}

const writeEnvelope = serializerOf(z.strictObject({ links: PageLinks, meta: PageMeta }));

/** The same of items that are JSON already. */
export function pageOfTexts<Row>(...[url, at, rows, textOf]: Parameters<typeof page<Row, string>>): string {
  const { data, ...envelope } = page(url, at, rows, textOf);
  return `{"data":[${data.join(',')}],${writeEnvelope(envelope).slice(1)}`;
}

/** Every page; of very many the first two, those around the current one and the last two, undefined for a gap. */
export function pagesListed(current: number, last: number): (number | undefined)[] {
  if (last <= MOST_PAGES_LISTED) return range(1, last);
  const middle = Math.min(Math.max(current, 1), last);
  const shown = new Set([1, 2, ...range(middle - EACH_SIDE, middle + EACH_SIDE), last - 1, last]);
  const pages = [...shown].filter((n) => n >= 1 && n <= last).sort((a, b) => a - b);
  return pages.flatMap((n, i) => (i > 0 && n - (pages[i - 1] ?? 0) > 1 ? [undefined, n] : [n]));
}

/** All other parameters keep their place; `page` comes last. */
function linkTo(url: ListUrl): (n: number) => string {
  const others = Object.entries(url.query).flatMap(([name, given]) => {
    if (name === 'page' || given === undefined) return [];
    return [given].flat().map((text) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}&`);
  });
  const start = `${url.path}?${others.join('')}page=`;
  return (n) => start + n;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}

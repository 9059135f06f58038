/** Envelope of paginated lists, with links and meta as in the source document. */
import type { RequestUrl } from '@innkeeper/domain/context';

export interface Page<Row> {
  rows: readonly Row[];
  total: number;
}

export interface PageLink {
  url: string | null;
  label: string;
  active: boolean;
}

/** Returns the page that a query asks for, in the form of the lists in `db/tables/`. */
export const pageRequest = ({ page, per_page }: { page: number; per_page: number }) => ({ page, perPage: per_page });

/** Maximum number of pages that are listed individually. A pager of thousands of entries would be longer than the page. */
const MAX_PAGES_LISTED = 100;
/** Number of listed pages on each side of the current page, if not all are listed. */
const EACH_SIDE = 3;

/**
 * Returns the envelope around a page. `from` and `to` are 0 for a page without items (an empty list, or past its end). Past the end, `prev`
 * is the last page, so that a client finds its way back.
 */
export function page<Row, Item>(
  url: RequestUrl,
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
        ...listPageNumbers(at.page, last).map(
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

/**
 * Lists the page numbers. For very many pages, lists the first two, those around the current page and the last two, with `undefined` for a
 * gap.
 */
export function listPageNumbers(current: number, last: number): (number | undefined)[] {
  if (last <= MAX_PAGES_LISTED) return range(1, last);
  const middle = Math.min(Math.max(current, 1), last);
  const shown = new Set([1, 2, ...range(middle - EACH_SIDE, middle + EACH_SIDE), last - 1, last]);
  const pages = [...shown].filter((n) => n >= 1 && n <= last).sort((a, b) => a - b);
  return pages.flatMap((n, i) => (i > 0 && n - (pages[i - 1] ?? 0) > 1 ? [undefined, n] : [n]));
}

/** Returns a function that links to a page. Other parameters keep their order, and `page` comes last. */
function linkTo(url: RequestUrl): (n: number) => string {
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

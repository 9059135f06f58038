import type { Snapshot } from '@innkeeper/sdk/index';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { COPIES_KEY, COPY_KINDS, type CopyKind, type DiskCopy, listCopies } from '../../data/copies.ts';
import { type PageOfList, pagesQuery } from '../../data/pages.ts';
import { mergeLists } from './merge.ts';

export interface Filter {
  kind: CopyKind | undefined;
  server: number | undefined;
  /** Day, such as `2026-03-01`. */
  date: string | undefined;
}

const PER_PAGE = 50;

/** Reads the filter of the URL. Invalid values are left out. */
export function readFilter({ kind, server, date = '' }: Record<string, string | undefined>): Filter {
  return {
    kind: COPY_KINDS.find((known) => known === kind),
    server: Number.isSafeInteger(Number(server)) && Number(server) > 0 ? Number(server) : undefined,
    date: /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined,
  };
}

/** Page without copies, for a kind that the filter excludes. */
const NO_PAGE: PageOfList<Snapshot> = { data: [], meta: { current_page: 1, last_page: 1, total: 0 } };

/** Returns the query of the account's copies of a kind, newest first. */
export const copiesQuery = (kind: CopyKind, { kind: selectedKind = kind, server, date }: Filter) =>
  pagesQuery<Snapshot>([COPIES_KEY, 'list', kind, selectedKind === kind, server, date], async (page, signal) => {
    if (selectedKind !== kind) return NO_PAGE;
    const filter = {
      ...(server === undefined ? {} : { 'filter[server_id]': server }),
      ...(date === undefined ? {} : { 'filter[date]': date }),
    };
    return listCopies(kind, { ...filter, page, per_page: PER_PAGE, sort: '-date' }, signal);
  });

export interface Copies {
  copies: readonly DiskCopy[];
  total: number;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}

/** Reads the copies of the account page by page, of both kinds or one. */
export function useCopies(filter: Filter): Copies {
  const snapshots = useSuspenseInfiniteQuery(copiesQuery('snapshot', filter));
  const backups = useSuspenseInfiniteQuery(copiesQuery('backup', filter));
  const lists = [snapshots, backups];
  return {
    copies: mergeLists(
      lists.map(({ data, hasNextPage }, index) => ({
        copies: data.pages.flatMap((page) => page.data.map((copy) => ({ ...copy, kind: COPY_KINDS[index] as CopyKind }))),
        hasMore: hasNextPage,
      })),
    ),
    total: lists.reduce((sum, { data }) => sum + (data.pages[0]?.meta.total ?? 0), 0),
    hasMore: lists.some(({ hasNextPage }) => hasNextPage),
    isLoadingMore: lists.some(({ isFetchingNextPage }) => isFetchingNextPage),
    loadMore: () => {
      for (const list of lists) if (list.hasNextPage) void list.fetchNextPage();
    },
  };
}

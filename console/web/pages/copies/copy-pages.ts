import type { Snapshot, SnapshotPage } from '@innkeeper/sdk/index';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { COPIES_KEY, COPY_KINDS, type CopyKind, type DiskCopy, listCopies } from '../../data/copies.ts';
import { mergeLists } from './merge.ts';

export interface Filter {
  kind: CopyKind | undefined;
  server: number | undefined;
  /** As YYYY-MM-DD. */
  date: string | undefined;
}

const PER_PAGE = 50;

const pagesQuery = (kind: CopyKind, { kind: wanted, server, date }: Filter) => ({
  queryKey: [COPIES_KEY, 'list', kind, wanted === undefined || wanted === kind, server, date] as const,
  queryFn: async ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }): Promise<SnapshotPage> => {
    // One kind is left out by the filter: nothing is read then.
    if (wanted !== undefined && wanted !== kind) return NO_PAGE;
    return listCopies(
      kind,
      {
        ...{ page: pageParam, per_page: PER_PAGE, sort: '-date' },
        ...(server === undefined ? {} : { 'filter[server_id]': server }),
        ...(date === undefined ? {} : { 'filter[date]': date }),
      },
      signal,
    );
  },
  initialPageParam: 1,
  getNextPageParam: ({ meta }: SnapshotPage) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
});

const NO_PAGE = { data: [] as Snapshot[], meta: { current_page: 1, last_page: 1, total: 0 } } as unknown as SnapshotPage;

export interface Copies {
  copies: readonly DiskCopy[];
  total: number;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}

/** Reads the copies of the account page by page, of both kinds or one. */
export function useCopies(filter: Filter): Copies {
  const snapshots = useSuspenseInfiniteQuery(pagesQuery('snapshot', filter));
  const backups = useSuspenseInfiniteQuery(pagesQuery('backup', filter));
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

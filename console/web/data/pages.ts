/** Queries of lists that are read page by page on request. */
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

export interface PageOfList<Item> {
  data: Item[];
  meta: { current_page: number; last_page: number; total: number };
}

/** Returns the query of a list. `read` returns a page, counted from 1. */
export function pagesQuery<Item>(
  queryKey: readonly unknown[],
  read: (page: number, signal: AbortSignal) => Promise<PageOfList<Item>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ meta }: PageOfList<Item>) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  });
}

export interface ReadPages<Item> {
  items: readonly Item[];
  /** Number of items of the whole list, or `undefined` until the first page is read. */
  total: number | undefined;
  hasMore: boolean;
  isReadingMore: boolean;
  readMore: () => void;
}

/** Returns the pages of a list that were read. Rows of the previous list stay until those of the new list arrive. */
export function usePages<Item>(query: ReturnType<typeof pagesQuery<Item>>): ReadPages<Item> {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...query,
    placeholderData: keepPreviousData,
    throwOnError: (_error, { state }) => state.data === undefined,
  });
  return {
    items: data?.pages.flatMap((page) => page.data) ?? [],
    total: data?.pages[0]?.meta.total,
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    readMore: () => void fetchNextPage(),
  };
}

/** Queries of lists that are read page by page on request. */
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryClient } from './query.ts';

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

interface PagesOptions {
  /** False for a list that is not read. */
  enabled?: boolean;
  /** True for a list without which its page is not ready. The previous page then stays until the first rows arrive. */
  awaited?: boolean;
}

/** Returns the pages of a list that were read. Rows of the previous list stay until those of the new list arrive. */
export function usePages<Item>(
  query: ReturnType<typeof pagesQuery<Item>>,
  { enabled = true, awaited = false }: PagesOptions = {},
): ReadPages<Item> {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
  }, []);
  if (awaited && enabled && !isShown.current) awaitFirstPage(query);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...query,
    enabled,
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

/** Suspends the component until the first page of a list is read, and throws the error of a failed read. */
function awaitFirstPage<Item>(query: ReturnType<typeof pagesQuery<Item>>): void {
  const { queryKey } = query;
  const state = queryClient.getQueryState(queryKey);
  if (state?.data !== undefined) return;
  if (state?.status === 'error' && state.fetchStatus === 'idle') throw state.error;
  if (state === undefined || state.fetchStatus === 'idle') void queryClient.prefetchInfiniteQuery(query);
  const promise = queryClient.getQueryCache().find({ queryKey, exact: true })?.promise;
  // Thrown, as Suspense reads it. After `use` React replays the component, and its later hooks then fail (error 467 of React 19).
  // oxlint-disable-next-line typescript/only-throw-error
  if (promise !== undefined) throw settledOf(promise);
}

const settled = new WeakMap<Promise<unknown>, Promise<void>>();

/** Returns a promise for the end of a read, the same one for each render. A read that an event replaces is rejected, which is no failure. */
function settledOf(promise: Promise<unknown>): Promise<void> {
  const known = settled.get(promise);
  if (known !== undefined) return known;
  const end = promise.then(
    () => undefined,
    () => undefined,
  );
  settled.set(promise, end);
  return end;
}

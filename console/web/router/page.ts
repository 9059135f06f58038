import { type ComponentType, createElement, lazy, type ReactNode } from 'react';
import type { Params } from './match.ts';
import { loadFailedStyles } from './styles.ts';

/** Module of a page. */
export interface PageModule {
  Page: ComponentType;
  /** Starts all reads of the page at once. May be called early and repeatedly. */
  load?: (params: Params, search: URLSearchParams) => unknown;
}

/** Page in a separate chunk. */
export interface LazyPage {
  /** Starts to load the chunk. */
  fetch: () => Promise<PageModule>;
  /** Starts to load the chunk and the data. */
  load: (params: Params, search: URLSearchParams) => void;
  render: () => ReactNode;
}

/**
 * Returns a page from a dynamic import. After an update an old chunk may be missing. The page then fails, and its button reloads the
 * document.
 */
export function lazyPage(read: () => Promise<PageModule>): LazyPage {
  let reading: Promise<PageModule> | undefined;
  const fetch = () => {
    reading ??= loadFailedStyles()
      .then(read)
      .catch((error: unknown) => {
        reading = undefined;
        throw error;
      });
    return reading;
  };
  const Page = lazy(async () => ({ default: (await fetch()).Page }));
  return {
    fetch,
    // The rendered page reports a missing chunk.
    load: (params, search) =>
      void fetch().then(
        (page) => page.load?.(params, search),
        () => undefined,
      ),
    render: () => createElement(Page),
  };
}

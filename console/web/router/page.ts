import { type ComponentType, createElement, lazy, type ReactNode } from 'react';

/** Page in a separate chunk. */
export interface LazyPage {
  fetch: () => Promise<unknown>;
  load: () => Promise<unknown>;
  render: () => ReactNode;
}

/**
 * Returns a page from a dynamic import. After an update an old chunk may be missing. The page then fails, and its button reloads the
 * document.
 */
export function lazyPage(read: () => Promise<ComponentType>): LazyPage {
  let reading: Promise<{ default: ComponentType }> | undefined;
  const load = () => {
    reading ??= read().then(
      (page) => ({ default: page }),
      (error: unknown) => {
        reading = undefined;
        throw error;
      },
    );
    return reading;
  };
  const Page = lazy(load);
  return { fetch: load, load, render: () => createElement(Page) };
}

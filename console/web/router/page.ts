import { type ComponentType, createElement, lazy, type ReactNode } from 'react';

/** A page that is a chunk of its own. */
export interface LazyPage {
  load: () => Promise<unknown>;
  render: () => ReactNode;
}

/** Makes a page of a dynamic import. After an update an old chunk may be gone: the page then fails, and its button loads the document again. */
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
  return { load, render: () => createElement(Page) };
}

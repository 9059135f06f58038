import { useEffect } from 'react';
import { PAGES } from '../pages.gen.ts';
import { NAVIGATION_ENTRIES } from './navigation.ts';

/** Calls `run` when the browser is idle. Safari has no `requestIdleCallback`. */
const whenIdle = (run: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, WITHOUT_IDLE_MS);
const WITHOUT_IDLE_MS = 200;

let isStarted = false;

/**
 * Fetches the chunks of the navigation's pages one after the other, while the browser is idle. Their data is read when they are opened.
 * Inside the `Suspense` of a page, its effect runs after the first page is shown.
 */
export function FetchPages(): null {
  useEffect(() => {
    if (isStarted) return;
    isStarted = true;
    fetchNext(NAVIGATION_ENTRIES.map(({ to }) => to));
  }, []);
  return null;
}

function fetchNext([path, ...others]: readonly string[]): void {
  if (path === undefined) return;
  const next = () => fetchNext(others);
  whenIdle(() => {
    const route = PAGES.find((one) => one.path === path);
    // After a failure, each page fetches its chunk when it is opened, and reports if it is missing.
    void (route?.fetch() ?? Promise.resolve()).then(next, () => undefined);
  });
}

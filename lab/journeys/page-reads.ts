/** Collects what a page of the console reads from the API when it is opened by its address. */
import type { Page, Response } from 'playwright-core';

/** Time in milliseconds without a read, after which a page has read everything. */
const QUIET_MS = 700;

export interface Read {
  url: string;
  /** Path and query, with `{id}` and `{time}` for their numbers. */
  name: string;
  body: Buffer;
}

/** Opens a page and returns its reads of the API, without the stream of events. */
export async function readsOf(page: Page, url: string): Promise<Read[]> {
  const reads: Promise<Read[]>[] = [];
  let last = Date.now();
  const note = (response: Response): void => {
    const address = new URL(response.url());
    if (!address.pathname.startsWith('/v1/') || response.request().resourceType() === 'eventsource') return;
    if (/^\/v1\/events\b/.test(address.pathname)) return;
    last = Date.now();
    // A response without a body belongs to the previous document.
    reads.push(
      response.body().then(
        (body) => [{ url: response.url(), name: nameOf(address), body }],
        () => [],
      ),
    );
  };
  page.on('response', note);
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  while (Date.now() - last < QUIET_MS) await page.waitForTimeout(100);
  page.off('response', note);
  return (await Promise.all(reads)).flat();
}

/** Returns path and query of a read, with `{id}` and `{time}` for their numbers. */
export function nameOf({ pathname, searchParams }: URL): string {
  const filters = [...searchParams].filter(([key]) => key !== 'page').map(([key, value]) => `${key}=${value}`);
  return `${pathname.slice(3)}${filters.length > 0 ? `?${filters.join('&')}` : ''}`
    .replaceAll(/\d{9,}/g, '{time}')
    .replaceAll(/(\/|_id\]=)\d+/g, '$1{id}');
}

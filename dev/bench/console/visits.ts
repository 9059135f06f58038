/**
 * Measures first visits: a fresh browser, 1.5 s on Servers, then a click without hover on each link of the navigation.
 *
 * It reads only the document, so the same files measure an earlier commit: copy `dev/bench/console` and `dev/bench/fixture/pages.ts` there.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openBrowser } from '@innkeeper/lab/browser';
import type { Page } from 'playwright-core';
import type { Options } from '../part.ts';

/** Latencies in milliseconds that each visit is measured with. */
export const LATENCIES_MS = [0, 60] as const;
const ROUNDS = 10;
const IDLE_MS = 1_500;
/** Name of the page that draws only a heading and a link: the one of an unknown path. */
export const HEADING_ONLY = '(heading only)';

export interface Visits {
  rounds: number;
  /** Milliseconds from the click to the last row, by the page's path and in the order of `LATENCIES_MS`. */
  pages: Record<string, number[][]>;
}

interface Customer {
  origin: string;
  cookie: Parameters<ReturnType<Page['context']>['addCookies']>[0][number];
}

/** Measures each page `rounds` times at each latency. A number in `only` replaces the rounds. */
export async function measureVisits(customer: Customer, { only, say }: Options): Promise<Visits> {
  const rounds = Number(/\d+/.exec(only)?.[0] ?? ROUNDS);
  const pages: Visits['pages'] = {};
  for (const [at, latency] of LATENCIES_MS.entries()) {
    for (let round = 0; round < rounds; round += 1) {
      for (const [path, time] of await visitAll(customer, latency)) {
        pages[path] ??= LATENCIES_MS.map(() => []);
        pages[path][at]?.push(time);
      }
    }
    say(`first visits at ${latency} ms: ${rounds} browsers`);
  }
  return { rounds, pages };
}

async function visitAll({ origin, cookie }: Customer, latency: number): Promise<[path: string, time: number][]> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.context().addCookies([cookie]);
    await page.setViewportSize({ width: 1440, height: 960 });
    await delayRequests(page, latency);
    await page.goto(`${origin}/servers`);
    await page.getByRole('grid', { name: 'Servers' }).getByRole('row').nth(10).waitFor({ timeout: 60_000 });
    await page.evaluate(VISIT);
    await sleep(IDLE_MS);
    const times: [string, number][] = [];
    for (const path of await page.evaluate<string[]>('window.placesOfNavigation()')) {
      times.push([path, await page.evaluate<number>(`window.visit(${JSON.stringify(path)})`)]);
    }
    times.push([HEADING_ONLY, await page.evaluate<number>(`window.visit('/unknown-page')`)]);
    return times;
  } finally {
    await browser.close();
  }
}

async function delayRequests(page: Page, latency: number): Promise<void> {
  if (latency === 0) return;
  const tools = await page.context().newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/**
 * Clicks a link, or opens a path without one as the browser's "forward" does. The visit has ended when nothing was added to the page for
 * 800 ms, which is longer than React delays what follows a fallback. Its time is that of the last addition of a row.
 */
const VISIT = `
  window.placesOfNavigation = () =>
    [...new Set([...document.querySelectorAll('nav a[href^="/"]')].map((link) => link.getAttribute('href')))]
      .filter((path) => path !== '/servers' && path !== '/docs');
  window.visit = (path) => new Promise((resolve) => {
    const SETTLED_MS = 800;
    const ROWS = 'tr, li, dt, h1, h2, p, label, [role=row]';
    const main = document.querySelector('main');
    const hasRow = (node) => node instanceof Element && (node.matches(ROWS) || node.querySelector(ROWS) !== null);
    let last;
    let timer;
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (last === undefined) return settle();
        watch.disconnect();
        resolve(last - began);
      }, SETTLED_MS);
    };
    const watch = new MutationObserver((records) => {
      if (!records.some(({ addedNodes }) => [...addedNodes].some(hasRow))) return;
      last = performance.now();
      settle();
    });
    watch.observe(main, { subtree: true, childList: true });
    const link = document.querySelector('nav a[href="' + path + '"]');
    const began = performance.now();
    if (link) link.click();
    else {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }
    settle();
  });
`;

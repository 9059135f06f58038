/** Measures the web console in Chromium: first visits, a list of 10 000 servers during events, and price changes of the deploy form. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleConsole } from '@innkeeper/console/web/bundle';
import { openBrowser } from '@innkeeper/lab/browser';
import { givenSession } from '@innkeeper/lab/given-sessions';
import type { Page } from 'playwright-core';
import { startChild } from '../child.ts';
import { type BenchDatabase, type Filling, openFilledDatabase } from '../database.ts';
import { oneCustomer } from '../fixture/fillings.ts';
import { fillPages } from '../fixture/pages.ts';
import type { Options } from '../part.ts';
import { openMeter } from './meter.ts';
import { lastPaint, measurePrices, measureTyping } from './timings.ts';
import { measureVisits, type Visits } from './visits.ts';

export const EVENTS_PER_SECOND = 50;
const MEASURED_SECONDS = 20;
const SETTLE_MS = 3_000;

export interface ConsoleFigures {
  visits: Visits;
  /** Figures of a long list. Absent if only first visits were selected. */
  list?: ListFigures;
}

export interface ListFigures {
  /** CPU time of the page in milliseconds per second, without events. */
  quietCpu: number;
  /** CPU time of the page in milliseconds per second, with events. */
  busyCpu: number;
  /** Measured number of events per second. */
  events: number;
  /** JavaScript heap of the page in bytes, after a garbage collection. */
  heap: number;
  /** Milliseconds until the list is painted, with an empty cache. */
  paint: number;
  /** Milliseconds from each letter in the filter to the next frame. */
  typing: number[];
  /** Milliseconds from each change of the deploy form to its new price. */
  prices: number[];
}

const VISITS = 'visits';

const pagesOfConsole: Filling<Known> = { name: 'pages', fill: fillPages };

interface Known {
  accountId: number;
}

/** Measures the console. `visits` selects first visits, and `visits 2` two of each page. */
export async function measureConsole(options: Options): Promise<ConsoleFigures> {
  const visits = await withConsole(pagesOfConsole, options, async ({ origin, database }) =>
    measureVisits({ origin, cookie: await cookieOf(database, origin) }, options),
  );
  if (options.only.startsWith(VISITS)) return { visits };
  return { visits, list: await withConsole(oneCustomer, options, measureList) };
}

/** Calls `measure` while the API serves the built console from a filled database. */
async function withConsole<Found>(
  filling: Filling<Known>,
  { say }: Options,
  measure: (place: Place) => Promise<Found>,
): Promise<Found> {
  const database = await openFilledDatabase(filling, say);
  const directory = await mkdtemp(path.join(tmpdir(), 'innkeeper-console-'));
  const api = startChild('api');
  try {
    await bundleConsole(directory);
    const origin = `http://localhost:${await api.ask<number>('open', database.urls.api, { consoleDirectory: directory })}`;
    return await measure({ origin, database, say });
  } finally {
    await api.stop();
    await database.close();
    await rm(directory, { recursive: true, force: true });
  }
}

type Place = { origin: string; database: BenchDatabase<Known>; say: Options['say'] };

async function measureList(place: Place): Promise<ListFigures> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.context().addCookies([await cookieOf(place.database, place.origin)]);
    return await measurePage(page, place);
  } finally {
    await browser.close();
  }
}

async function measurePage(page: Page, { origin, database, say }: Place): Promise<ListFigures> {
  await page.setViewportSize({ width: 1440, height: 960 });
  await page.goto(`${origin}/servers`);
  await page.getByRole('grid', { name: 'Servers' }).getByRole('row').nth(10).waitFor({ timeout: 60_000 });
  const paint = await lastPaint(page);
  const meter = await openMeter(page);
  await sleep(SETTLE_MS);
  const quietCpu = await meter.cpuPerSecond(MEASURED_SECONDS);
  const writer = startChild('committer');
  await writer.ask('open', database.urls.owner);
  await writer.ask('start', { perSecond: EVENTS_PER_SECOND, accountIds: [database.known.accountId] });
  await sleep(SETTLE_MS);
  const busyCpu = await meter.cpuPerSecond(MEASURED_SECONDS);
  const events = await writer.ask<number>('stop');
  await writer.stop();
  const heap = await meter.heap();
  say(
    `10 000 rows: ${quietCpu.toFixed(1)} ms/s quiet, ${busyCpu.toFixed(1)} ms/s at ${events.toFixed(0)} events/s, ${(heap / 1e6).toFixed(1)} MB`,
  );
  const typing = await measureTyping(page);
  const prices = await measurePrices(page, origin);
  return { quietCpu, busyCpu, events, heap, paint, typing, prices };
}

async function cookieOf({ db, known: { accountId } }: BenchDatabase<Known>, origin: string) {
  const { user_id: userId } = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { secret } = await givenSession(db, { accountId, userId });
  return {
    name: '__Host-innkeeper-session',
    value: secret,
    url: origin.replace('http:', 'https:'),
    ...{ secure: true, httpOnly: true, sameSite: 'Lax' as const },
  };
}

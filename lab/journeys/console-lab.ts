/** The web console as a customer uses it: built files, the API, a worker on the simulated engine, and Debian's Chromium. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { readBuiltConsole } from '@innkeeper/apps/console';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { LabOptions } from '../app.ts';
import { openBrowser } from '../browser.ts';
import { type Chain, type ChainOptions, openChain } from '../chain.ts';
import { type GivenAccount, givenNode } from '../given.ts';
import { givenSession } from '../given-sessions.ts';
import { bundledViewer } from '../viewer.ts';
import { provideConsole } from './provide-console.ts';
import { WIDE } from './views.ts';

interface BuiltConsole {
  directory: string;
  options: Pick<LabOptions, 'console' | 'viewer'>;
}

/** Returns the options of a chain that serves the built console. */
export async function openBuiltConsole(): Promise<BuiltConsole> {
  const directory = await provideConsole();
  return {
    directory,
    options: { console: await readBuiltConsole(pathToFileURL(`${directory}/`)), viewer: bundledViewer },
  };
}

export interface ConsoleLab extends Chain {
  /** URL of the API. Its host name works for passkeys and secure cookies. */
  origin: string;
}

/** Opens a chain with one node that serves the built console on loopback. */
export async function openConsoleLab(options: ChainOptions = {}): Promise<ConsoleLab> {
  const built = await openBuiltConsole();
  const chain = await openChain({ ...options, ...built.options });
  const origin = await listenOnLoopback(chain.app);
  await givenNode(chain.db);
  return { ...chain, origin };
}

/** Listens on a free port of loopback. Returns an origin whose host name works for passkeys and secure cookies. */
export async function listenOnLoopback(app: {
  listen: (at: object) => Promise<string>;
  server: { address: () => unknown };
}): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://localhost:${(app.server.address() as AddressInfo).port}`;
}

export interface Customer {
  context: BrowserContext;
  page: Page;
  /** Page errors and violations of the Content-Security-Policy so far. */
  problems: string[];
  close: () => Promise<void>;
}

/** Opens a separate browser for a customer. */
export async function openCustomer(origin: string, view = WIDE): Promise<Customer> {
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.setViewportSize(view);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      problems.push(`leaves the host: ${request.url()}`);
  });
  return { context: page.context(), page, problems, close: () => browser.close() };
}

/** Signs a customer in with a session cookie. `at` is the time of the proof. */
export async function signIn(
  db: Parameters<typeof givenSession>[0],
  customer: Customer,
  account: GivenAccount,
  origin: string,
  at = new Date(),
): Promise<void> {
  const { secret } = await givenSession(db, account, at);
  await customer.context.addCookies([
    {
      name: '__Host-innkeeper-session',
      value: secret,
      url: origin.replace('http:', 'https:'),
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    },
  ]);
}

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Asserts that axe finds nothing (WCAG 2.2 AA), and that the page is not wider than its window. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(await readFile(axeFile, 'utf8'));
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const found = await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(' | ')))`,
  );
  expect(found).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
}

/** Opens an entry of the navigation by its name. On phones it is in the bar or in the menu "More". */
export async function goTo(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name });
  if (await link.isVisible()) await link.click();
  else {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  }
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Tests the built console in a real browser, with the Content-Security-Policy that the API sends. */
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { readBuiltConsole } from '@innkeeper/apps/console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from './app.ts';
import { openBrowser } from './browser.ts';
import { provideConsole } from './journeys/provide-console.ts';

let directory: string;
let lab: Lab;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let origin: string;
beforeAll(async () => {
  directory = await provideConsole();
  const files = await readBuiltConsole(pathToFileURL(`${directory}/`));
  lab = await openLab({ console: files, settings: { brandName: 'Inn "Zum Anker" & Co' } });
  await lab.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://localhost:${(lab.app.server.address() as AddressInfo).port}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await lab.close();
});

/** The sign-in page is titled with the host name. Other pages redirect a visitor to it. */
test.each(['/', '/servers/12/screen'])('%s shows the console without a CSP violation', async (path) => {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  const codings: (string | undefined)[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/assets/')) codings.push(response.headers()['content-encoding']);
  });
  await page.goto(origin + path);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByText('Inn "Zum Anker" & Co').waitFor();
  expect(await page.title()).toBe('Sign in · Inn "Zum Anker" & Co');
  expect(problems).toEqual([]);
  // Fonts are already compressed.
  expect(new Set(codings)).toEqual(new Set(['br', undefined]));
  await page.close();
});

test('a run from source code has no console', async () => {
  expect(await readBuiltConsole(pathToFileURL(`${directory}/nowhere/`))).toBeUndefined();
});

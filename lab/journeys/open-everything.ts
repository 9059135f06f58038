/** Opens the menus and dialogs of a page one after the other, for checks of each. Nothing is sent to the API but reads and quotes. */
import type { Locator, Page } from 'playwright-core';

/** A menu or dialog that is open. */
export interface Opened {
  /** Names of the buttons and items that opened it. */
  path: readonly string[];
  surface: Locator;
}

const SURFACE = 'dialog[open], [popover]:popover-open';
/**
 * Time in milliseconds for a menu or dialog to appear. An item may load its dialog first. One that takes longer is missed, so a test names some
 * that it must have seen.
 */
const APPEAR_MS = { button: 200, item: 1_500 };
const PRESS_MS = 2_000;

/** Refuses all changes, so that every button may be pressed. Quotes pass, because dialogs show them. */
export async function refuseChanges(page: Page): Promise<void> {
  await page.route('**/v1/**', (route) => {
    const request = route.request();
    if (request.method() === 'GET' || request.url().includes('dry_run')) return route.continue();
    return route.fulfill({ status: 409, json: { message: 'Not now.', code: 'wrong_state' } });
  });
}

export interface Crawl {
  url: string;
  /** Brings the page into its state after each load, such as chosen rows. */
  prepare?: () => Promise<void>;
  /** Returns whether a button of this name needs a press, so that equal buttons of several pages are pressed once. */
  wants: (name: string) => boolean;
  check: (opened: Opened) => Promise<void>;
}

/** Presses each button of the page's content once, and each item of the menus that open. Calls `check` for each menu and dialog. */
export async function openEverything(page: Page, crawl: Crawl): Promise<void> {
  const { wants, check } = crawl;
  await load(page, crawl);
  const buttons = page.getByRole('main').locator('button:visible:not([aria-disabled])');
  const items = page.locator(`${SURFACE} >> [role=menuitem]:not([aria-disabled])`);
  const surface = page.locator(SURFACE).last();
  for (const name of (await namesOf(buttons)).filter(wants)) {
    if (!(await press(page, buttons, name, crawl))) continue;
    const names = await namesOf(items);
    await check({ path: [name], surface });
    for (const item of names) {
      await closeAll(page, crawl);
      if (!(await press(page, buttons, name, crawl))) break;
      const isOpen = await press(page, items, item, crawl, APPEAR_MS.item);
      if (isOpen && (await items.count()) === 0) await check({ path: [name, item], surface });
    }
    await closeAll(page, crawl);
  }
}

async function load(page: Page, { url, prepare }: Crawl): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await prepare?.();
}

/** Returns the distinct names of elements: their label, or else their text. Elements of equal names open the same. */
async function namesOf(elements: Locator): Promise<string[]> {
  const names = await elements.evaluateAll((found) =>
    found.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
  );
  return [...new Set(names.filter((name) => name.trim() !== ''))];
}

/** Presses the first element of this name. Returns whether a menu or dialog is open afterwards. Returns to the page if it was left. */
async function press(page: Page, elements: Locator, name: string, crawl: Crawl, appearMs = APPEAR_MS.button): Promise<boolean> {
  const names = await elements.evaluateAll((found) =>
    found.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
  );
  const at = names.indexOf(name);
  if (at < 0) return false;
  const { url } = crawl;
  // A button may be covered by what it opened before.
  await elements
    .nth(at)
    .click({ timeout: PRESS_MS })
    .catch(() => {});
  await page
    .locator(SURFACE)
    .first()
    .waitFor({ timeout: appearMs })
    .catch(() => {});
  if (page.url() !== url) {
    await load(page, crawl);
    return false;
  }
  return (await page.locator(SURFACE).count()) > 0;
}

/** Closes menus and dialogs. Some ask before they close, which a reload ends. */
async function closeAll(page: Page, crawl: Crawl): Promise<void> {
  for (let tries = 0; tries < 3 && (await page.locator(SURFACE).count()) > 0; tries += 1) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(50);
  }
  if ((await page.locator(SURFACE).count()) > 0) await load(page, crawl);
}

/** Measures, inside the page, times that a person waits for. */
import type { Page } from 'playwright-core';

const LETTERS = 'web-1234';
const ROUNDS = 20;

/** Returns the milliseconds from the start of the navigation to the largest paint so far. */
export const lastPaint = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true });
  })`);

/** Types into the filter of the list. Returns the milliseconds from each letter to the next frame. */
export async function measureTyping(page: Page): Promise<number[]> {
  await page.getByRole('searchbox').focus();
  await page.evaluate(`window.waits = [];
    document.activeElement.addEventListener('input', () => {
      const began = performance.now();
      requestAnimationFrame(() => setTimeout(() => window.waits.push(performance.now() - began)));
    }, { capture: true });`);
  for (const letter of LETTERS) {
    await page.keyboard.type(letter, { delay: 60 });
  }
  await page.waitForFunction(`window.waits.length === ${LETTERS.length}`);
  return page.evaluate<number[]>('window.waits');
}

/** Changes the months of the deploy form. Returns the milliseconds from each change to its new price. */
export async function measurePrices(page: Page, origin: string): Promise<number[]> {
  await page.goto(`${origin}/deploy?plan=nano&name=priced`);
  const button = page.getByRole('region', { name: 'Price' }).getByRole('button', { name: /€/ });
  await button.waitFor();
  await page.evaluate(`window.priceAfter = (label) => new Promise((resolve) => {
    const region = document.querySelector('#receipt');
    const before = region.textContent.match(/€[0-9.,]+/)?.[0];
    const began = performance.now();
    const watch = new MutationObserver(() => {
      if (region.textContent.match(/€[0-9.,]+/)?.[0] === before) return;
      watch.disconnect();
      resolve(performance.now() - began);
    });
    watch.observe(region, { subtree: true, childList: true, characterData: true });
    [...document.querySelectorAll('[role=radiogroup] label')].find((one) => one.textContent.trim() === label).click();
  });`);
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    waits.push(await page.evaluate<number>(`window.priceAfter('${round % 2 === 0 ? '3' : '1 month'}')`));
  }
  return waits;
}

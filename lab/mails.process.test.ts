/** Tests mails in a browser: narrow and wide windows, light and dark. */
import { contentFor } from '@innkeeper/model/alert-notices/content';
import { alertsText } from '@innkeeper/model/mail/operator-alerts';
import { renderMail } from '@innkeeper/model/mail/render';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const noticed = {
  ...{ id: 7, kind: 'dns_away', key: 'dns', message: `No answer: /${'long'.repeat(100)}`, at: new Date(), times: 1, notices: 0 },
  ...{ resolvedAt: null, acknowledgedAt: null, noticedAt: null, closedNoticedAt: null },
};

test('a notice with a long path fits a phone, in light and in dark', async () => {
  const content = contentFor('mail', { opened: [noticed], repeated: [], closed: [] });
  const { html } = renderMail({ ...alertsText(content ?? expect.fail('nothing is carried')), language: 'en' });
  const page = await browser.newPage();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.setContent(html);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  const textColor = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme });
    return page.evaluate('getComputedStyle(document.body).color');
  };
  expect(await textColor('light')).toBe('rgb(0, 0, 0)');
  expect(await textColor('dark')).toBe('rgb(255, 255, 255)');
});

/** Tests mails in a browser: narrow and wide windows, light and dark. */
import { contentFor } from '@innkeeper/model/alert-notices/content';
import { MAIL_LANGUAGES } from '@innkeeper/model/mail/languages';
import { alertsText } from '@innkeeper/model/mail/operator-alerts';
import { renderMail } from '@innkeeper/model/mail/render';
import { framedMail } from '@innkeeper/model/mail/texts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { expectAccessible } from './journeys/console-lab.ts';
import { EXAMPLE_FRAME } from './mail-example-frame.ts';
import { allMailExamples } from './mail-examples.ts';

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

test.each(MAIL_LANGUAGES)('every mail fits a phone: %s', async (language) => {
  const page = await browser.newPage();
  await page.setViewportSize({ width: 320, height: 800 });
  for (const [name, { template, data }] of allMailExamples()) {
    await page.setContent(framedMail(template, data as never, language, EXAMPLE_FRAME).html);
    expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(320);
  }
});

test.each(['light', 'dark'] as const)('mails are readable with any eyes: %s', async (colorScheme) => {
  const page = await browser.newPage();
  await page.emulateMedia({ colorScheme });
  for (const name of ['order-waiting', 'order-paid-renewed', 'server-ready', 'ticket-answered']) {
    const [, { template, data }] = allMailExamples().find(([one]) => one === name) ?? expect.fail(name);
    await page.setContent(framedMail(template, data as never, 'en', EXAMPLE_FRAME).html);
    // Without a background axe assumes white, also in dark mode.
    await page.addStyleTag({ content: 'html { background: Canvas }' });
    await expectAccessible(page);
  }
});

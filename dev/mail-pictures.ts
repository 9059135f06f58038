/**
 * `npm run pictures:mails`: draws every mail into build/pictures/mails, in both languages, light and dark, wide and on a phone.
 *
 * `-- NAME...` draws some. Throws for a mail that is wider than its window.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { MAIL_LANGUAGES } from '@innkeeper/model/mail/languages';
import { framedMail } from '@innkeeper/model/mail/texts';
import { openBrowser } from '../lab/browser.ts';
import { EXAMPLE_FRAME } from '../lab/mail-example-frame.ts';
import { allMailExamples } from '../lab/mail-examples.ts';

const OUTPUT_DIRECTORY = path.resolve(import.meta.dirname, '../build/pictures/mails');
const VIEWS = [
  { view: 'light', width: 720, colorScheme: 'light' },
  { view: 'dark', width: 720, colorScheme: 'dark' },
  { view: 'phone', width: 360, colorScheme: 'light' },
  { view: 'phone-dark', width: 360, colorScheme: 'dark' },
] as const;

const names = process.argv.slice(2);
const examples = allMailExamples().filter(([name]) => names.length === 0 || names.includes(name));
const browser = await openBrowser();
try {
  const page = await browser.newPage();
  for (const language of MAIL_LANGUAGES) {
    await mkdir(path.join(OUTPUT_DIRECTORY, language), { recursive: true });
    for (const [name, { template, data }] of examples) {
      const { html } = framedMail(template, data as never, language, EXAMPLE_FRAME);
      for (const { view, width, colorScheme } of VIEWS) {
        await page.setViewportSize({ width, height: 200 });
        await page.emulateMedia({ colorScheme });
        await page.setContent(html);
        const needed = Number(await page.evaluate('document.documentElement.scrollWidth'));
        if (needed > width) throw new Error(`${name} in ${language} is ${needed} wide in a window of ${width}.`);
        await page.screenshot({ path: path.join(OUTPUT_DIRECTORY, language, `${name}-${view}.png`), fullPage: true });
      }
    }
  }
  console.log(`${examples.length * MAIL_LANGUAGES.length * VIEWS.length} pictures in ${OUTPUT_DIRECTORY}`);
} finally {
  await browser.close();
}

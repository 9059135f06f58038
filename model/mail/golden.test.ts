/** Golden files of every mail in each language: `npx vitest run --project fast model/mail/golden.test.ts -u` records them. */
import { readdirSync } from 'node:fs';
import type { MailExample } from '@innkeeper/lab/mail-example';
import { EXAMPLE_FRAME } from '@innkeeper/lab/mail-example-frame';
import { allMailExamples } from '@innkeeper/lab/mail-examples';
import { describe, expect, it } from 'vitest';
import { MAIL_LANGUAGES } from './languages.ts';
import { framedMail } from './texts.ts';

const rendered = ({ template, data }: MailExample, language: string) =>
  framedMail(template, data as never, language, EXAMPLE_FRAME);

/** Returns the HTML of the body without its styles, an element per line. */
const bare = (html: string): string =>
  html
    .replace(/^.*?<body[^>]*>/s, '')
    .replace(/<span style="white-space:nowrap">([^<]*)<\/span>/g, '$1')
    .replace(/ (?:style|role|scope|class)="[^"]*"/g, '')
    .replace(/(<\/(?:p|ul|table|h1|li|tr|div)>|<(?:ul|table|div)[^>]*>)/g, '$1\n');

describe.each(MAIL_LANGUAGES)('golden files: %s', (language) => {
  it.each(allMailExamples())('%s', async (name, example) => {
    const { subject, text, html } = rendered(example, language);
    await expect(`${subject}\n\n${text}\n${bare(html)}`).toMatchFileSnapshot(`golden/${language}/${name}.txt`);
  });

  it('exist for examples only', () => {
    const names = readdirSync(new URL(`golden/${language}`, import.meta.url));
    expect(names.sort()).toEqual(
      allMailExamples()
        .map(([name]) => `${name}.txt`)
        .sort(),
    );
  });
});

it('the HTML with its styles is recorded once', async () => {
  const [, example] = allMailExamples().find(([name]) => name === 'order-waiting') ?? [];
  const { html } = example ? rendered(example, 'en') : expect.fail();
  await expect(html.replaceAll('><', '>\n<')).toMatchFileSnapshot('golden/styles.txt');
});

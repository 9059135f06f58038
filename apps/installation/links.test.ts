import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfiguration } from '../configuration/load.ts';
import { homeAt } from './home.ts';
import { linksOf } from './links.ts';

const directory = await mkdtemp(join(tmpdir(), 'innkeeper-links-of-'));
afterAll(() => rm(directory, { recursive: true }));

const SMTP = { INNKEEPER_MAIL_SMTP_HOST: 'smtp.example.com', INNKEEPER_MAIL_FROM: 'Shop <shop@example.com>' };
const PROXY = { INNKEEPER_API_TRUST_PROXY: '192.0.2.1' };
const LOCAL = 'http://localhost:7080';

test.each<[string, Record<string, string>, boolean, string | null, boolean]>([
  ['a trial leads to its own console', {}, true, LOCAL, true],
  ['a trial may mail links by SMTP', SMTP, true, LOCAL, true],
  ['without demo account mails in files lead to the console', {}, false, LOCAL, false],
  ['without demo account no link on loopback leaves by SMTP', SMTP, false, null, false],
  [
    'a public URL on loopback is no trial, and leaves by no mail',
    { ...SMTP, INNKEEPER_API_PUBLIC_URL: LOCAL },
    true,
    null,
    false,
  ],
  [
    'a public URL is the page',
    { ...PROXY, ...SMTP, INNKEEPER_API_PUBLIC_URL: 'https://inn.example' },
    false,
    'https://inn.example',
    true,
  ],
  [
    'the page of the host comes first',
    { ...SMTP, INNKEEPER_PANEL_URL: 'https://www.example/start' },
    false,
    'https://www.example/start',
    true,
  ],
  ['a page on loopback that was set is taken', { ...SMTP, INNKEEPER_PANEL_URL: LOCAL }, false, LOCAL, true],
])('%s', async (_name, environment, hasDemoAccount, pageUrl, hasPublicPage) => {
  const { values } = await loadConfiguration(homeAt(directory), environment);
  expect(linksOf(values, { hasDemoAccount })).toMatchObject({ pageUrl, hasPublicPage });
});

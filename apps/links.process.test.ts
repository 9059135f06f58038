/** Tests links in mails of the processes that an operator starts: API, jobs, worker and command line. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { homeAt } from './installation/home.ts';
import { commandFor, type Innkeeper, until } from './testing/command.ts';
import { freePort } from './testing/free-port.ts';

const DEMO = 'demo@innkeeper.example';
const TERMS = ['--terms-version', '2026-11', '--terms-url', 'https://shop.example.net/terms'];

const opened: { directory: string; innkeeper: Innkeeper }[] = [];
afterEach(async () => {
  for (const { directory, innkeeper } of opened.splice(0)) {
    await innkeeper('down', '--guests');
    rmSync(directory, { recursive: true, force: true });
  }
});

async function start(environment: NodeJS.ProcessEnv, ...options: string[]) {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-links-')));
  const home = homeAt(join(directory, 'home'));
  const innkeeper = commandFor(home.path, environment);
  opened.push({ directory, innkeeper });
  const port = await freePort();
  const up = await innkeeper('up', '--engine', 'simulated', '--port', String(port), '--detach', ...options);
  expect(up.code, up.stderr).toBe(0);
  const token = /ik_\w{40}/.exec(up.stdout)?.[0] ?? expect.fail(up.stdout);
  const post = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${port}/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  return { innkeeper, post, url: `http://127.0.0.1:${port}`, mails: () => linksIn(home.mail) };
}

/** Returns the links of all written mails, by the parameter that carries the secret. */
function linksIn(directory: string): Map<string, string> {
  if (!existsSync(directory)) return new Map();
  const texts = readdirSync(directory, { withFileTypes: true }).map(({ name }) => readFileSync(join(directory, name), 'utf8'));
  const links = texts.flatMap((text) => plain(text).match(/https?:\/\/[^\s"<>]+\?(?:\w+)=[\w-]{20,}/g) ?? []);
  return new Map(links.map((link) => [[...new URL(link).searchParams.keys()][0] ?? '', link.split('?')[0] ?? '']));
}

/** Decodes quoted-printable, as far as links need it. */
const plain = (text: string): string =>
  text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Triggers a mail with every kind of link. */
async function mailAll({ innkeeper, post, mails }: Awaited<ReturnType<typeof start>>): Promise<Map<string, string>> {
  expect(await innkeeper('signup', 'set', '--mode', 'open', ...TERMS)).toMatchObject({ code: 0 });
  expect((await post('/sign-up', { email: 'new@example.org' })).status).toBe(204);
  expect((await post('/password-resets', { email: DEMO })).status).toBe(204);
  expect((await post('/invitations', { email: 'member@example.org', role: 'technical' })).status).toBe(201);
  const change = ['user', 'change-email', DEMO, '--email', 'ada@example.net', '--reason', 'Passport seen.'];
  expect(await innkeeper(...change)).toMatchObject({ code: 0 });
  await until('all links were mailed', () => mails().size === 4, 200);
  return mails();
}

test('every link in a mail leads to the configured page', async () => {
  const page = 'https://shop.example.net/start';
  const links = await mailAll(await start({ INNKEEPER_SIGN_UP_URL: page }));
  expect(links).toEqual(new Map(['email_change', 'invitation', 'password_reset', 'sign_up'].map((kind) => [kind, page])));
});

test('in a trial without a page, links lead to the console', async () => {
  const place = await start({ INNKEEPER_SIGN_UP_URL: '' });
  expect(new Set((await mailAll(place)).values())).toEqual(new Set([`${place.url.replace('127.0.0.1', 'localhost')}/`]));
});

test('without a page, refuses what needs links, and waiting mails open one alert', async () => {
  // The public URL is this machine only, and the mail server is never used.
  const { innkeeper, post } = await start({
    ...{ INNKEEPER_SIGN_UP_URL: '', INNKEEPER_API_PUBLIC_URL: 'http://localhost:7080' },
    ...{ INNKEEPER_MAIL_SMTP_HOST: '127.0.0.1', INNKEEPER_MAIL_SMTP_PORT: '1', INNKEEPER_MAIL_SMTP_TLS: 'none' },
    INNKEEPER_MAIL_FROM: 'Shop <shop@example.com>',
  });
  for (const command of [
    ['signup', 'set', '--mode', 'open', ...TERMS],
    ['user', 'change-email', DEMO, '--email', 'ada@example.net', '--reason', 'Passport seen.'],
  ])
    expect(await innkeeper(...command)).toMatchObject({ code: 1, stderr: expect.stringContaining('panel.url') });
  const invited = await post('/invitations', { email: 'member@example.org', role: 'technical' });
  expect(await invited.json()).toMatchObject({ code: 'not_supported' });
  expect((await post('/password-resets', { email: DEMO })).status).toBe(204);
  const alerts = async () => (await innkeeper('alert', 'list')).stdout;
  await until('the operator is told', async () => (await alerts()).includes('panel.url'), 300);
});

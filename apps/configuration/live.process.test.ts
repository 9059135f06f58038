/** Live keys of different kinds take effect in the running API and worker, and stop doing so when they are unset. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, homeAt } from '../installation/home.ts';
import { commandFor, type Innkeeper, until } from '../testing/command.ts';
import { freePort } from '../testing/free-port.ts';

const DEMO = 'demo@innkeeper.example';
const PAGE = 'https://panel.example.com/start';
const KEYS = [
  'AAAAC3NzaC1lZDI1NTE5AAAAIFaOFtXe+zNKfj9djQ4cMwpxMTOUyzB2PFnrbufFLFg5',
  'AAAAC3NzaC1lZDI1NTE5AAAAIJvPYK/0EjDIS4qmGx1bMDhuQWaNLe0cBdGZWh1FLDjG',
];

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-live-')));
const home: Home = homeAt(join(directory, 'home'));
const innkeeper: Innkeeper = commandFor(home.path, { INNKEEPER_SIGN_UP_URL: '', INNKEEPER_PANEL_URL: '' });
let url: string;
let token: string;
let receiver: Server;
/** Bodies of the received webhooks. */
const received: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const up = await innkeeper('up', '--engine', 'simulated', '--port', String(port), '--detach');
  expect(up.code, up.stderr).toBe(0);
  token = /ik_\w{40}/.exec(up.stdout)?.[0] ?? expect.fail(up.stdout);
  receiver = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => received.push(chunk.toString()));
    request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await innkeeper('down', '--guests');
  await new Promise((resolve) => receiver.close(resolve));
  rmSync(directory, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const reply = await fetch(`${url}/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) };
}

const addKey = (n: number) => call('POST', '/ssh-keys', { name: `key ${n}`, key: `ssh-ed25519 ${KEYS[n]} mine` });

async function reload(key: string, ...values: string[]): Promise<void> {
  const changed = values.length > 0 ? await innkeeper('config', 'set', key, ...values) : await innkeeper('config', 'unset', key);
  expect(changed, changed.stderr).toMatchObject({ code: 0 });
  expect(await innkeeper('config', 'reload')).toMatchObject({ code: 0, stdout: `Applied: ${key}.\n` });
}

test('a request limit', async () => {
  const limit = async () => (await call('GET', '/ssh-keys')).headers.get('x-ratelimit-limit');
  expect(await limit()).toBe('200');
  await reload('limits.requests_per_minute', '150');
  expect(await limit()).toBe('150');
  await reload('limits.requests_per_minute');
  expect(await limit()).toBe('200');
});

test('an account limit', async () => {
  await reload('accounts.ssh_keys', '1');
  const refused = await addKey(0);
  expect(refused.status).toBe(422);
  await reload('accounts.ssh_keys');
  expect((await addKey(0)).status).toBe(201);
});

test('a duration', async () => {
  const validFor = async (email: string) => {
    const { status, body } = await call('POST', '/invitations', { email, role: 'technical' });
    expect(status).toBe(201);
    return Math.round((Date.parse(body.expires_at) - Date.now()) / 3_600_000);
  };
  expect(await validFor('first@example.org')).toBe(7 * 24);
  await reload('accounts.invitation_valid', '2h');
  expect(await validFor('second@example.org')).toBe(2);
});

test('the page that links in mails lead to, which the worker writes', async () => {
  await call('POST', '/password-resets', { email: DEMO });
  const console = url.replace('127.0.0.1', 'localhost');
  await until('a link leads to the console', () => links().some((link) => link.startsWith(`${console}/`)));
  expect(links().some((link) => link.startsWith(PAGE))).toBe(false);
  await reload('panel.url', PAGE);
  await call('POST', '/password-resets', { email: DEMO });
  await until('a link leads to the page', () => links().some((link) => link.startsWith(PAGE)));
});

test('an allowed webhook address, in the API that accepts it and the worker that sends to it', async () => {
  const { port } = receiver.address() as AddressInfo;
  const create = () => call('POST', '/webhooks', { url: `http://127.0.0.1:${port}/` });
  expect((await create()).status).toBe(422);
  await reload('allow.webhook_receivers', `127.0.0.1:${port}`);
  const { status, body: webhook } = await create();
  expect(status).toBe(201);
  await call('POST', `/webhooks/${webhook.id}/test`);
  await until('the worker sends to it', () => received.length === 1);
  await reload('allow.webhook_receivers');
  const { body: again } = await call('POST', `/webhooks/${webhook.id}/test`);
  const errors = async (): Promise<(string | null)[]> =>
    (await call('GET', `/webhooks/${webhook.id}/deliveries/${again.id}`)).body.attempts.map(
      ({ error }: { error: string | null }) => error,
    );
  await until('the worker refuses to send to it', async () => (await errors()).length === 1);
  expect((await errors())[0]).toContain('https');
  expect(received).toHaveLength(1);
});

/** Returns the links of all written mails. */
function links(): string[] {
  if (!existsSync(home.mail)) return [];
  const texts = readdirSync(home.mail).map((name) => readFileSync(join(home.mail, name), 'utf8'));
  return texts.flatMap((text) => decode(text).match(/https?:\/\/[^\s"<>]+/g) ?? []);
}

/** Decodes quoted-printable, as far as links need it. */
const decode = (text: string): string =>
  text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

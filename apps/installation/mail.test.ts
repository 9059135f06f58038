import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Home, homeAt } from './home.ts';
import { readMailSettings } from './mail.ts';

let home: Home;
beforeAll(async () => {
  home = homeAt(await mkdtemp(join(tmpdir(), 'innkeeper-home-')));
});
afterAll(() => rm(home.path, { recursive: true }));

const PASSWORD = { INNKEEPER_SMTP_PASSWORD: 'secret' };
const from = 'Shop <noreply@example.com>';
const smtp = { host: 'smtp.example.com', user: 'shop' };

async function read(content: unknown, env: NodeJS.ProcessEnv = {}, mode = 0o600) {
  await writeFile(home.mailFile, typeof content === 'string' ? content : JSON.stringify(content));
  await chmod(home.mailFile, mode);
  return readMailSettings(home, env);
}

it('writes mail into the home while nothing else is said', async () => {
  expect(await readMailSettings(home, {})).toMatchObject({ smtp: null });
});

it('takes an SMTP server, encrypted, with a password of the environment or of a file that its owner alone reads', async () => {
  const server = { host: 'smtp.example.com', port: 587, tls: 'starttls', credentials: { user: 'shop', password: 'secret' } };
  expect(await read({ from, smtp }, PASSWORD, 0o644)).toEqual({ from, smtp: server });
  expect(await read({ from, smtp: { ...smtp, tls: 'implicit', password: 'secret' } })).toEqual({
    from,
    smtp: { ...server, port: 465, tls: 'implicit' },
  });
  await expect(read({ from, smtp: { ...smtp, password: 'secret' } }, {}, 0o640)).rejects.toThrow(/chmod 600/);
  expect(await read({ from, smtp: { host: '127.0.0.1', tls: 'none' } })).toMatchObject({ smtp: { port: 25, credentials: null } });
});

it.each([
  ['{', /it is not JSON/],
  [{ smtp }, /from/],
  [{ from: 'Shop\r\nBcc: <eve@example.org>', smtp }, /from/],
  [{ from: 'no address' }, /from/],
  [{ from, smtp: { host: 'smtp.example.com', tls: 'none' } }, /smtp.tls: may be none/],
  [{ from, smtp }, /a user and a password/],
  [{ from, smtp: { host: 'a b' } }, /smtp.host/],
  [{ from, sendmail: true }, /sendmail/],
])('refuses %j', async (content, sentence) => {
  await expect(read(content)).rejects.toThrow(sentence);
});

/** Changes of keys in the file of a home. */
import { statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Home, makeHome } from '../installation/home.ts';
import { loadConfiguration } from './load.ts';
import { changeConfiguration } from './set.ts';

let home: Home;
beforeEach(async () => {
  home = await makeHome(await mkdtemp(path.join(tmpdir(), 'innkeeper-configuration-')));
});
afterEach(() => rm(home.path, { recursive: true }));

const textOf = () => readFile(home.configuration, 'utf8');
const change = (name: string, written: string | number | boolean | string[] | null) =>
  changeConfiguration(home, [{ name, written }], {});

describe('a change', () => {
  it("creates the file for its owner only, in the place of the default's line", async () => {
    const { values } = await change('money.order_due', '2d');
    expect(values['money.order_due']).toBe(172_800_000);
    expect(statSync(home.configuration).mode & 0o777).toBe(0o600);
    expect(await textOf()).toContain('\n# Time that an unpaid order keeps its reservations.\norder_due = "2d"\n');
    await change('money.order_due', null);
    expect(await textOf()).toContain('\n#order_due = "3d"\n');
  });

  it('keeps comments of a manually written file', async () => {
    const text =
      '# Ours.\n[api]\nport = 8443 # asked for by Bob\n\n[money]\n# Chosen with care.\nremind_days = [\n  7, # a week\n  1,\n]\n';
    await writeFile(home.configuration, text, { mode: 0o600 });
    await change('api.public_url', 'https://api.example.com');
    await change('money.order_due', '2d');
    const changed = await textOf();
    for (const line of text.split('\n').filter(Boolean)) expect(changed).toContain(line);
    const { values } = await loadConfiguration(home, {});
    expect(values).toMatchObject({ 'api.port': 8443, 'api.public_url': 'https://api.example.com', 'money.remind_days': [7, 1] });
    expect(values['money.order_due']).toBe(172_800_000);
  });

  it('that is invalid changes nothing', async () => {
    await change('api.port', 8443);
    const before = await textOf();
    await expect(change('money.order_due', '2 weeks')).rejects.toThrow('must be a duration');
    await expect(change('copies.shared', true)).rejects.toThrow('needs copies.directory');
    expect(await textOf()).toBe(before);
  });
});

describe('a file', () => {
  it.each([
    ['[api\nport = 1', /innkeeper\.toml, line 1, column \d+/],
    ['[api]\nport = 1\nport = 2', /innkeeper\.toml, line 3/],
    ['[api]\nprt = 1', /Did you mean api\.port/],
    ['api.port = 2026-11-24', /api\.port/],
  ])('refuses %j with the position', async (text, message) => {
    await writeFile(home.configuration, text);
    await expect(loadConfiguration(home, {})).rejects.toThrow(message);
  });

  it('stores secrets in separate files that nobody else can read', async () => {
    const file = path.join(home.path, 'password');
    await writeFile(file, 'a b\n', { mode: 0o600 });
    await writeFile(home.configuration, `[mail.smtp]\nhost = "smtp.example.com"\nuser = "shop"\npassword_file = "${file}"\n`);
    expect((await loadConfiguration(home, {})).values['mail.smtp.password']).toBe('a b');
    await chmod(file, 0o640);
    await expect(loadConfiguration(home, {})).rejects.toThrow(`chmod 600 ${file}`);
    await rm(file);
    await expect(loadConfiguration(home, {})).rejects.toThrow('does not exist');
    expect((await loadConfiguration(home, { INNKEEPER_SMTP_PASSWORD: 'of-environment' })).values['mail.smtp.password']).toBe(
      'of-environment',
    );
  });
});

it('ignores systemd credentials that are not keys', async () => {
  const credentials = path.join(home.path, 'credentials');
  await mkdir(path.join(credentials, 'of-another'), { recursive: true });
  await writeFile(path.join(credentials, 'dns.key'), 'of-a-credential\n');
  const { values } = await loadConfiguration(home, { CREDENTIALS_DIRECTORY: credentials });
  expect(values['dns.key']).toBe('of-a-credential');
});

import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { homeAt, makeHome } from '../installation/home.ts';
import { toBootFinding } from './check.ts';
import { moveEnvironment } from './environment.ts';
import { refuseInstall } from './refuse-install.ts';
import { findWritablePath, findWritableProgram } from './writable-path.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'innkeeper-install-'));
});
afterEach(() => rm(directory, { recursive: true }));

const READY = { isRoot: true, isSystemd: true, writable: null, checkout: '/opt/innkeeper', otherHome: null, runsOutside: null };

test.each([
  [{ isSystemd: false }, /not PID 1/],
  [{ isRoot: false }, /sudo \.\/innkeeper systemd install/],
  [{ writable: '/opt/innkeeper/build/a.mjs' }, /may write \/opt\/innkeeper\/build\/a\.mjs.*chown -R root:root \/opt\/innkeeper/],
  [{ writable: '/opt' }, /may write \/opt, .*chown -R root:root \/opt\/innkeeper/],
  [{ writable: '/opt/ada/node' }, /may write \/opt\/ada\/node, .*INNKEEPER_RUNTIME/],
  [{ otherHome: '/srv/other' }, /home \/srv\/other.*systemd remove/],
  [{ runsOutside: 4711 }, /process 4711.*innkeeper down/],
])('install refuses %j', (facts, sentence) => {
  expect(() => refuseInstall(READY)).not.toThrow();
  expect(() => refuseInstall({ ...READY, ...facts })).toThrow(sentence);
});

describe.skipIf(process.getuid?.() !== 0)('a checkout', () => {
  let checkout: string;
  let file: string;
  beforeEach(async () => {
    checkout = path.join(directory, 'checkout');
    file = path.join(checkout, 'build', 'innkeeper.mjs');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '');
    await chmod(file, 0o644);
  });
  const find = () => findWritablePath(checkout, path.join(checkout, '.innkeeper'));

  test('owned by root alone is accepted, whatever its home contains', async () => {
    await mkdir(path.join(checkout, '.innkeeper'));
    await writeFile(path.join(checkout, '.innkeeper', 'disk'), '');
    await chown(path.join(checkout, '.innkeeper', 'disk'), 1234, 1234);
    // The root group may write, because nobody else is in it.
    await chmod(file, 0o664);
    expect(await find()).toBeNull();
  });

  test('is refused if a file, or a directory above, is writable by another user', async () => {
    await chmod(file, 0o666);
    expect(await find()).toBe(file);
    await chmod(file, 0o644);
    await chown(file, 1234, 0);
    expect(await find()).toBe(file);
    await chown(file, 0, 1234);
    await chmod(file, 0o664);
    expect(await find()).toBe(file);
    await chown(file, 0, 0);
    await chmod(directory, 0o777);
    expect(await find()).toBe(directory);
    await chmod(directory, 0o755);
    await chown(directory, 1234, 0);
    expect(await find()).toBe(directory);
    await chown(directory, 0, 0);
    expect(await find()).toBeNull();
  });

  test('is refused if the program behind a link, or a directory above it, is writable by another user', async () => {
    const link = path.join(directory, 'node');
    await symlink(file, link);
    expect(await findWritableProgram(link)).toBeNull();
    await chmod(path.dirname(file), 0o777);
    expect(await findWritableProgram(link)).toBe(path.dirname(file));
    await chmod(path.dirname(file), 0o755);
    await chown(file, 1234, 0);
    expect(await findWritableProgram(link)).toBe(file);
  });
});

test('stores environment settings in the home, with secrets in files that nobody else can read', async () => {
  const home = await makeHome(path.join(directory, 'home'));
  const stripe = { INNKEEPER_PAYMENTS_STRIPE_SECRET_KEY: 'sk_test_1', INNKEEPER_PAYMENTS_STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  // Both variables are required, so one of them alone is refused.
  await expect(moveEnvironment(home, { ...stripe, INNKEEPER_PAYMENTS_STRIPE_WEBHOOK_SECRET: '' })).rejects.toThrow(
    /given together/,
  );
  const env = { INNKEEPER_API_PORT: '7090', ...stripe, PATH: '/bin' };
  const moved = await moveEnvironment(home, env);
  expect(moved).toEqual(
    expect.arrayContaining([
      { variable: 'INNKEEPER_API_PORT', key: 'api.port' },
      { variable: 'INNKEEPER_PAYMENTS_STRIPE_SECRET_KEY', key: 'payments.stripe.secret_key_file' },
    ]),
  );
  const file = path.join(home.secrets, 'payments.stripe.secret_key');
  expect(await readFile(file, 'utf8')).toBe('sk_test_1\n');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = await readFile(homeAt(home.path).configuration, 'utf8');
  expect(text).toContain('port = 7090');
  expect(text).toContain(`secret_key_file = "${file}"`);
  expect(text).not.toContain('sk_test_1');
});

const SAFE = { isInstalled: true, outdated: [], disabled: [], isGuestsUnitActive: true, runsOutside: null, unscopedGuests: [] };

test.each([
  [{ isInstalled: false }, 'after a reboot', './innkeeper systemd install'],
  [{ disabled: ['innkeeper.service'] }, 'does not start at boot', 'systemctl enable innkeeper.service'],
  [{ outdated: ['innkeeper.service'] }, 'another release: innkeeper.service', './innkeeper systemd install'],
  [{ isGuestsUnitActive: false }, 'is not active', 'systemctl start innkeeper-guests.service'],
  [{ runsOutside: 4711 }, 'process 4711', './innkeeper down, then systemctl start innkeeper.service; guests keep running'],
  [{ unscopedGuests: ['srv-1', 'srv-2'] }, 'srv-1, srv-2', 'stop and start each of these servers once'],
])('doctor warns of %j', (facts, why, remedy) => {
  expect(toBootFinding(SAFE)).toMatchObject({ ok: true, remedy: null });
  expect(toBootFinding({ ...SAFE, ...facts })).toEqual({
    name: 'boot',
    ok: 'warn',
    why: expect.stringContaining(why) as string,
    remedy,
  });
});

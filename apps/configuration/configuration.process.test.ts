/** The configuration in the processes that an operator starts. Every key is changed, and each process that may see the key is checked. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sellerTimeZone } from '@innkeeper/db/tables/seller-time-zone';
import type { Reader } from '@innkeeper/model/configuration/key';
import { keyOf, PATHS, type Path } from '@innkeeper/model/configuration/keys';
import type { Written } from '@innkeeper/model/configuration/kinds';
import { pathsOf } from '@innkeeper/model/configuration/resolve';
import { formatConfiguration } from '@innkeeper/model/configuration/write';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDatabase } from '../installation/database.ts';
import { type Home, makeHome } from '../installation/home.ts';
import { readRunning } from '../installation/running.ts';
import { commandFor, type Innkeeper, until } from '../testing/command.ts';
import { freePort } from '../testing/free-port.ts';
import { digestSecret } from './digest.ts';
import { NON_DEFAULT_VALUES } from './non-default-values.ts';

type Values = Partial<Record<Path, Written | null>>;

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-configured-')));
/** Variables of this machine that Innkeeper reads as keys. */
const NOT_OF_THIS_MACHINE = { NODE_EXTRA_CA_CERTS: '' };
/** One key by its variable, one by its former variable. A secret comes by a credential. */
const BY_ENVIRONMENT = {
  'money.order_due': 'INNKEEPER_MONEY_ORDER_DUE',
  'mail.smtp.password': 'INNKEEPER_SMTP_PASSWORD',
} as const;
const BY_CREDENTIAL = 'dns.key';

const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFaOFtXe+zNKfj9djQ4cMwpxMTOUyzB2PFnrbufFLFg5 mine';

let home: Home;
let innkeeper: Innkeeper;
let port: number;
const certificate = join(directory, 'certificate.pem');
const certificateKey = join(directory, 'key.pem');
beforeAll(async () => {
  home = await makeHome(join(directory, 'home'));
  port = await freePort();
  const made = await generate([{ name: 'commonName', value: 'localhost' }], { algorithm: 'sha256' });
  writeFileSync(certificate, made.cert);
  writeFileSync(certificateKey, made.private, { mode: 0o600 });
  const credentials = join(directory, 'credentials');
  mkdirSync(credentials);
  writeFileSync(join(credentials, BY_CREDENTIAL), `${NON_DEFAULT_VALUES[BY_CREDENTIAL]}\n`, { mode: 0o600 });
  const variables = Object.entries(BY_ENVIRONMENT).map(([path, variable]) => [
    variable,
    String(NON_DEFAULT_VALUES[path as keyof typeof BY_ENVIRONMENT]),
  ]);
  innkeeper = commandFor(home.path, {
    ...NOT_OF_THIS_MACHINE,
    ...Object.fromEntries(variables),
    CREDENTIALS_DIRECTORY: credentials,
  });
});
afterAll(async () => {
  await innkeeper('down', '--guests');
  rmSync(directory, { recursive: true, force: true });
});

/** Returns a non-default value for every key that an installation can change here. The database stays the embedded one. */
function everything(): Values {
  const ofTheMachine = {
    'engine.kind': 'simulated',
    'api.port': port,
    'api.tls_cert': certificate,
    'api.tls_key': certificateKey,
  } as const;
  return { ...NON_DEFAULT_VALUES, ...ofTheMachine };
}

/** Writes the file. Secrets go into files of their own, except those from the environment or a credential. */
function writeFile(values: Values): void {
  const secretFiles: Partial<Record<Path, string>> = {};
  const inFile: Partial<Record<Path, Written>> = {};
  for (const [path, value] of Object.entries(values) as [Path, Written | null][]) {
    if (value === null || path in BY_ENVIRONMENT || path === BY_CREDENTIAL) continue;
    if (keyOf(path).secret) {
      secretFiles[path] = join(directory, path);
      writeFileSync(join(directory, path), `${String(value)}\n`, { mode: 0o600 });
    } else inFile[path] = value;
  }
  writeFileSync(home.configuration, formatConfiguration(inFile, secretFiles), { mode: 0o600 });
}

/**
 * Returns the values that a reader should report: written or default ones, with secrets as digests. Keys that it may not see are left out.
 */
function expectedOf(reader: Reader, values: Values): Record<string, unknown> {
  return Object.fromEntries(
    pathsOf(reader).map((path) => {
      const value = values[path] ?? keyOf(path).default;
      return [path, keyOf(path).secret && value !== null ? digestSecret(String(value)) : value];
    }),
  );
}

async function expectEverywhere(values: Values): Promise<void> {
  const shown = await innkeeper('config', 'show', '--running', '--json');
  expect(shown.code, shown.stderr).toBe(0);
  expect(JSON.parse(shown.stdout)).toEqual({ api: expectedOf('api', values), worker: expectedOf('worker', values) });
  const here = JSON.parse((await innkeeper('config', 'show', '--json')).stdout) as Record<string, unknown>;
  expect(here).toEqual(
    Object.fromEntries(PATHS.map((path) => [path, expectedOf(keyOf(path).readers[0] ?? 'cli', values)[path]])),
  );
}

const isLive = (path: Path): boolean => keyOf(path).apply === 'live';

test('each process has the values of its keys, from a file, the environment and a credential', async () => {
  writeFile(everything());
  const up = await innkeeper('up', '--detach');
  expect(up.code, up.stderr).toBe(0);
  expect(up.stdout).toContain('INNKEEPER_SMTP_PASSWORD was renamed to INNKEEPER_MAIL_SMTP_PASSWORD.');
  await expectEverywhere(everything());
  // The seller has the time zone of the guests, unless the catalogue names one.
  expect(await withDatabase(home, sellerTimeZone)).toBe(NON_DEFAULT_VALUES['guests.time_zone']);
});

test('a reload changes every live key in the running processes, and nothing else', async () => {
  const kept = Object.fromEntries(
    Object.entries(everything()).filter(([path]) => !isLive(path as Path) || path in BY_ENVIRONMENT),
  );
  writeFile(kept);
  const reloaded = await innkeeper('config', 'reload');
  expect(reloaded.code, reloaded.stderr).toBe(0);
  for (const path of PATHS.filter((each) => isLive(each) && !(each in BY_ENVIRONMENT))) expect(reloaded.stdout).toContain(path);
  await expectEverywhere(kept);

  writeFile({ ...kept, 'tickets.open': 7, 'database.pool_api': 19 });
  const refused = await innkeeper('config', 'reload');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('database.pool_api needs a restart') });
  writeFileSync(home.configuration, 'tickets = 7');
  expect(await innkeeper('config', 'reload')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('tickets in innkeeper.toml'),
  });
  writeFile(kept);
  await expectEverywhere(kept);
});

test('a killed process restarts with the current values', async () => {
  const kept = Object.fromEntries(
    Object.entries(everything()).filter(([path]) => !isLive(path as Path) || path in BY_ENVIRONMENT),
  );
  const values = { ...kept, 'tickets.open': 7 };
  writeFile(values);
  expect(await innkeeper('config', 'reload')).toMatchObject({ code: 0 });
  writeFile({ ...values, 'tickets.open': 8 });
  for (const name of ['api', 'worker']) process.kill(await pidOf(name), 'SIGKILL');
  const shown = () => innkeeper('config', 'show', 'tickets.open', '--running', '--json');
  await until(
    'both are back',
    async () => (await shown()).stdout.replace(/\s/g, '') === '{"api":{"tickets.open":7},"worker":{"tickets.open":7}}',
  );
});

test('only root or the starting user can connect to the supervisor', () => {
  expect(statSync(home.supervisorSocket).mode & 0o777).toBe(0o600);
});

test('a restart without any settings but the secret key, which the database knows, applies the defaults', async () => {
  await innkeeper('down');
  const bare = commandFor(home.path, NOT_OF_THIS_MACHINE);
  const kept = { 'engine.kind': 'simulated', 'api.port': port, 'money.currency': 'CHF' } as const;
  writeFile(kept);
  expect(await bare('up', '--detach')).toMatchObject({ code: 1, stderr: expect.stringContaining('secret.key') });
  const withKey = { ...kept, 'secret.key': NON_DEFAULT_VALUES['secret.key'] };
  writeFile(withKey);
  expect(await bare('up', '--detach')).toMatchObject({ code: 0 });
  innkeeper = bare;
  await expectEverywhere(withKey);
  // Check the effect too: a request meets the new limit, and later the old one again.
  const { stdout } = await bare('token', 'create', '--email', 'demo@innkeeper.example', '--abilities', 'read,write', '--quiet');
  const addKey = () =>
    fetch(`http://127.0.0.1:${port}/v1/ssh-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stdout.trim()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'mine', key: PUBLIC_KEY }),
    });
  await bare('config', 'set', 'accounts.ssh_keys', '1');
  expect(await bare('config', 'reload')).toMatchObject({ code: 0, stdout: 'Applied: accounts.ssh_keys.\n' });
  const refused = await addKey();
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('SSH keys');
  await bare('config', 'unset', 'accounts.ssh_keys');
  await bare('config', 'reload');
  expect((await addKey()).status).toBe(201);
  expect(await bare('config', 'set', 'money.currency', 'EUR')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('booked in CHF'),
  });
});

async function pidOf(name: string): Promise<number> {
  const { pid } = (await readRunning(home)) ?? expect.fail('it does not run');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return (
    children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(`build/${name}.mjs`)) ??
    expect.fail(`no ${name}`)
  );
}

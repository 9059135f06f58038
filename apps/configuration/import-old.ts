/**
 * Imports the settings of a home of earlier versions: `settings.json`, `mail.json`, `payments.json`, `copies.json` and `dns.json`.
 *
 * Their values become keys, and their secrets become files of mode 0600 in `<home>/secrets`. Each old file is renamed to `.imported` after
 * its values are in the new file. An interrupted import is therefore repeated.
 */
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere, writeAtomic } from '@innkeeper/engine/atomic';
import { keyOf, type Path } from '@innkeeper/model/configuration/keys';
import type { Written } from '@innkeeper/model/configuration/kinds';
import { nameInFile } from '@innkeeper/model/configuration/write';
import { type Home, writeState } from '../installation/home.ts';
import { FatalStart } from '../processes/messages.ts';
import { parseToml } from './load.ts';
import { type Change, changeConfiguration } from './set.ts';

type Json = Readonly<Record<string, unknown>>;
type Values = Partial<Record<Path, unknown>>;

/** Maps each old file to keys. A value that the file lacks is `undefined`. */
const OLD_FILES: Readonly<Record<string, (file: Json) => Values>> = {
  'settings.json': ({ engine, publicUrl, consoleOrigins, mirrors }) => ({
    'engine.kind': engine,
    'api.public_url': publicUrl,
    'console.origins': consoleOrigins,
    'allow.mirrors': mirrors,
  }),
  'mail.json': ({ from, smtp }) => ({
    'mail.from': from,
    ...prefixed('mail.smtp', smtp, ['host', 'port', 'tls', 'user', 'password']),
  }),
  'payments.json': ({ trial, returnUrl, stripe }) => ({
    'payments.trial': trial,
    'panel.url': returnUrl,
    'payments.stripe.secret_key': isJson(stripe) ? stripe.secretKey : undefined,
    'payments.stripe.webhook_secret': isJson(stripe) ? stripe.webhookSecret : undefined,
  }),
  'copies.json': ({ target, directory, shared, reserveGb, s3, credentials }) => ({
    'copies.target': target,
    'copies.directory': directory,
    'copies.shared': shared,
    'copies.reserve_gb': reserveGb,
    ...prefixed('copies.s3', s3, ['endpoint', 'bucket', 'region', 'prefix']),
    'copies.s3.access_key_id': isJson(credentials) ? credentials.accessKeyId : undefined,
    'copies.s3.secret_access_key': isJson(credentials) ? credentials.secretAccessKey : undefined,
  }),
  'dns.json': ({ apiKey }) => ({ 'dns.key': apiKey }),
};

/** Imports the old files of a home and returns their names. */
export async function importOldFiles(home: Home, env: NodeJS.ProcessEnv): Promise<string[]> {
  const imported: string[] = [];
  for (const [name, keysOf] of Object.entries(OLD_FILES)) {
    const file = path.join(home.path, name);
    const text = await readIfThere(file);
    if (text === null) continue;
    const old = parseJson(text, file);
    await importValues(home, keysOf(old), env);
    if (name === 'settings.json')
      await writeState(home, {
        engine: old.engine === 'simulated' ? 'simulated' : 'qemu',
        externalDatabase: old.externalDatabase === true,
      });
    await rename(file, `${file}.imported`);
    imported.push(name);
  }
  return imported;
}

/** Writes the values into the new file. Keys that the file already has stay as they are. */
async function importValues(home: Home, values: Values, env: NodeJS.ProcessEnv): Promise<void> {
  const existing = parseToml((await readIfThere(home.configuration)) ?? '', home.configuration);
  const changes: Change[] = [];
  for (const [key, value] of Object.entries(values) as [Path, Written | null | undefined][]) {
    if (value === undefined || value === null || isDefault(key, value) || isSet(existing, nameInFile(key))) continue;
    const written = keyOf(key).secret ? await writeSecret(home, key, String(value)) : value;
    changes.push({ name: nameInFile(key), written });
  }
  await changeConfiguration(home, changes, env);
}

async function writeSecret(home: Home, key: Path, secret: string): Promise<string> {
  await mkdir(home.secrets, { recursive: true, mode: 0o700 });
  const file = path.join(home.secrets, key);
  await writeAtomic(file, `${secret}\n`, { mode: 0o600 });
  return file;
}

function isDefault(key: Path, value: Written): boolean {
  return JSON.stringify(value) === JSON.stringify(keyOf(key).default);
}

function isSet(table: Json, name: string): boolean {
  return name.split('.').reduce<unknown>((inner, word) => (isJson(inner) ? inner[word] : undefined), table) !== undefined;
}

function prefixed(prefix: string, value: unknown, names: readonly string[]): Values {
  return isJson(value) ? Object.fromEntries(names.map((name) => [`${prefix}.${name}`, value[name]])) : {};
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string, file: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (isJson(value)) return value;
  } catch {
    // Reported below.
  }
  throw new FatalStart(`${file} is not JSON. Its settings belong in innkeeper.toml. Repair or delete the file.`);
}

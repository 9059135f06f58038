/** `./innkeeper config set` and `unset`, as typed by an operator, on a separate home. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfiguration } from '@innkeeper/apps/configuration/load';
import { homeAt, projectRoot } from '@innkeeper/apps/installation/home';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configCommand } from '../config.ts';

const OPEN = path.join(projectRoot, 'docs/guide/operators/open.md');

let directory: string;
let password: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'innkeeper-config-set-'));
  password = path.join(directory, 'smtp-password');
  await writeFile(password, 'secret\n', { mode: 0o600 });
});
afterEach(() => rm(directory, { recursive: true }));

const run = (...words: string[]) => configCommand().parseAsync([...words, '--home', directory], { from: 'user' });
const valuesOf = async () => (await loadConfiguration(homeAt(directory), {})).values;

describe('keys of a pair', () => {
  it('are set together, and removed together', async () => {
    await run(
      'set',
      'mail.smtp.user=a=b',
      `mail.smtp.password_file=${password}`,
      'console.origins=https://a.example https://b.example',
    );
    expect(await valuesOf()).toMatchObject({
      'mail.smtp.user': 'a=b',
      'mail.smtp.password': 'secret',
      'console.origins': ['https://a.example', 'https://b.example'],
    });
    await run('unset', 'mail.smtp.user', 'mail.smtp.password_file');
    expect(await valuesOf()).toMatchObject({ 'mail.smtp.user': null, 'mail.smtp.password': null });
  });

  it('are refused one by one, without any change', async () => {
    await expect(run('set', 'mail.smtp.user', 'shop')).rejects.toThrow('must be given together');
    await expect(run('set', 'api.port=8443', 'mail.smtp.user=shop')).rejects.toThrow('must be given together');
    expect((await valuesOf())['api.port']).toBe(7080);
  });
});

it.each([
  ['set', ['set', 'panel.url', 'https://new.example'], 'https://new.example'],
  ['unset', ['unset', 'panel.url'], null],
])('%s also removes an earlier name of the key', async (_verb, words, url) => {
  const file = homeAt(directory).configuration;
  await writeFile(file, '[payments]\ntrial = true # stays\nreturn_url = "https://old.example/paid"\n', { mode: 0o600 });
  expect((await valuesOf())['panel.url']).toBe('https://old.example/paid');
  await run(...words);
  expect((await valuesOf())['panel.url']).toBe(url);
  const text = await readFile(file, 'utf8');
  expect(text).toContain('[payments]\ntrial = true # stays\n');
  expect(text).not.toContain('return_url');
  await expect(run('unset', 'payments.return_url')).rejects.toThrow('payments.return_url was renamed to panel.url');
});

it('a value of one key may contain =, and a key without a value is refused', async () => {
  await run('set', 'brand.name', 'a=b');
  expect((await valuesOf())['brand.name']).toBe('a=b');
  await expect(run('set', 'brand.name')).rejects.toThrow('brand.name has no value');
  await expect(run('set', 'api.port=8443', 'brand.name', 'Alpine')).rejects.toThrow('brand.name is not of the form KEY=VALUE');
  await expect(run('set', 'api.port', '8443', 'brand.name', 'Alpine')).rejects.toThrow(
    'Several keys need the form KEY=VALUE: api.port=8443 brand.name=Alpine',
  );
  await expect(run('set', 'mail.smtp.user=shop', 'mail.smtp.password=secret')).rejects.toThrow(
    'other users can see command lines',
  );
});

it('each command of the guide "Open a business" is accepted', async () => {
  const lines = [...(await readFile(OPEN, 'utf8')).matchAll(/^\.\/innkeeper config (set .+?)(?: +#.*)?$/gm)];
  for (const [, line = ''] of lines)
    await run(...[...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => (quoted ?? word).replace(/\/etc\S+/, password)));
  expect(await valuesOf()).toMatchObject({
    'money.currency': 'CHF',
    'mail.smtp.user': 'shop@example.ch',
    'mail.smtp.password': 'secret',
  });
});

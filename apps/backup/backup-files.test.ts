/** Files of an installation whose configuration names files outside the home. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfiguration } from '../configuration/load.ts';
import { type Home, homeAt } from '../installation/home.ts';
import { listBackupFiles } from './backup-files.ts';

let root: string;
let home: Home;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'innkeeper-house-'));
  mkdirSync(path.join(root, 'home'));
  home = homeAt(path.join(root, 'home'));
  writeFileSync(path.join(root, 'password'), 'hush\n', { mode: 0o600 });
});
afterEach(() => rmSync(root, { recursive: true }));

async function list(passwordFile: string) {
  writeFileSync(home.configuration, `[mail.smtp]\nhost = "127.0.0.1"\nuser = "shop"\npassword_file = "${passwordFile}"\n`);
  return listBackupFiles(home, await loadConfiguration(home, {}));
}

test('lists a file outside the home by its shortest path', async () => {
  const { outside } = await list(`${root}/home/../password`);
  expect(outside).toEqual([path.join(root, 'password')]);
});

test('omits a file that is still being written', async () => {
  mkdirSync(home.attachments);
  for (const name of ['0123.draft', 'ab-01']) writeFileSync(path.join(home.attachments, name), 'half');
  expect((await list(path.join(root, 'password'))).inHome).toEqual(['attachments/ab-01', 'innkeeper.toml']);
});

test('omits the certificate of the link to other nodes', async () => {
  mkdirSync(home.tls);
  for (const name of ['cert.pem', 'link.pem', 'link-key.pem']) writeFileSync(path.join(home.tls, name), 'pem');
  expect((await list(path.join(root, 'password'))).inHome).toEqual(['innkeeper.toml', 'tls/cert.pem']);
});

test('treats a link as a file outside, because an archive has no links', async () => {
  symlinkSync(path.join(root, 'password'), path.join(home.path, 'link'));
  symlinkSync(path.join(root, 'password'), home.secretKeyFile);
  expect(await list(path.join(home.path, 'link'))).toMatchObject({
    inHome: ['innkeeper.toml'],
    outside: [path.join(home.path, 'link'), home.secretKeyFile],
  });
});

